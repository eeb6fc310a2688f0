import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

interface Named {
  subject: string;
  called: string;
}
type NamesOf = (ids: readonly string[]) => RawBuilder<Named>;

const BY_ID = '\\d{1,18}';
const BY_UUID = '[\\da-f-]{36}';

/** What events of the audit trail are about: how each kind writes its id there, and what people call it. */
const KINDS: Readonly<Record<string, { id: string; names: NamesOf }>> = {
  user: {
    id: BY_ID,
    names: (ids) => sql`
      select 'user ' || member.user_id as subject, member.name as called from memberships member
      where member.tenant_id = app_tenant() and member.user_id = any (${ids}::bigint[]) and member.name is not null`,
  },
  deal: {
    // Deals are named by their MID.
    id: '.+',
    names: (mids) => sql`
      select 'deal ' || deal.mid as subject, deal.name || ' (' || deal.mid || ')' as called from deals deal
      where deal.tenant_id = app_tenant() and deal.mid = any (${mids}::text[])`,
  },
  syndicate: {
    id: BY_ID,
    names: (ids) => sql`
      select 'syndicate ' || syndicate.id as subject, syndicate.name as called from syndicates syndicate
      where syndicate.tenant_id = app_tenant() and syndicate.id = any (${ids}::bigint[])`,
  },
  invite: {
    id: BY_ID,
    names: (ids) => sql`
      select 'invite ' || invite.id as subject, syndicate.name || ', ' || deal.name as called
      from participation_invites invite
      join deals deal on deal.tenant_id = invite.tenant_id and deal.id = invite.deal_id
      join syndicates syndicate on syndicate.tenant_id = invite.tenant_id and syndicate.id = invite.syndicate_id
      where invite.tenant_id = app_tenant() and invite.id = any (${ids}::bigint[])`,
  },
  offer: {
    id: BY_ID,
    names: (ids) => sql`
      select 'offer ' || offer.id as subject, deal.name as called
      from offers offer
      join deals deal on deal.tenant_id = offer.tenant_id and deal.id = offer.deal_id
      where offer.tenant_id = app_tenant() and offer.id = any (${ids}::bigint[])`,
  },
  note: {
    id: BY_ID,
    names: (ids) => sql`
      select 'note ' || note.id as subject, deal.name as called
      from deal_notes note
      join deals deal on deal.tenant_id = note.tenant_id and deal.id = note.deal_id
      where note.tenant_id = app_tenant() and note.id = any (${ids}::bigint[])`,
  },
  approval: {
    id: BY_ID,
    names: (ids) => sql`
      select 'approval ' || asked.id as subject, asked.kind as called from approvals asked
      where asked.tenant_id = app_tenant() and asked.id = any (${ids}::bigint[])`,
  },
  'payout run': {
    id: BY_ID,
    names: (ids) => sql`
      select 'payout run ' || run.id as subject, to_char(run.pay_date, 'MM/DD/YYYY') as called from payout_runs run
      where run.tenant_id = app_tenant() and run.id = any (${ids}::bigint[])`,
  },
  'posting run': {
    id: BY_ID,
    names: (ids) => sql`
      select 'posting run ' || run.id as subject, run.file_name as called from posting_runs run
      where run.tenant_id = app_tenant() and run.id = any (${ids}::bigint[])`,
  },
  'day sheet': {
    id: BY_UUID,
    names: (ids) => sql`
      select 'day sheet ' || file.id as subject, file.name as called from sheet_files file
      where file.tenant_id = app_tenant() and file.id = any (${ids}::uuid[])`,
  },
  document: {
    id: BY_UUID,
    names: (ids) => sql`
      select 'document ' || document.id as subject, coalesce(document.title, document.name) as called from documents document
      where document.tenant_id = app_tenant() and document.id = any (${ids}::uuid[])`,
  },
  guest: {
    id: BY_ID,
    names: (ids) => sql`
      select 'guest ' || guest.id as subject, concat_ws(', ', member.name, syndicate.name) as called
      from guests guest
      join memberships member on member.tenant_id = guest.tenant_id and member.user_id = guest.user_id
      join syndicates syndicate on syndicate.tenant_id = guest.tenant_id and syndicate.id = guest.syndicate_id
      where guest.tenant_id = app_tenant() and guest.id = any (${ids}::bigint[])`,
  },
  'service token': {
    id: BY_ID,
    names: (ids) => sql`
      select 'service token ' || token.id as subject, token.name as called from service_tokens token
      where token.tenant_id = app_tenant() and token.id = any (${ids}::bigint[])`,
  },
  'bank change': {
    id: BY_ID,
    names: (ids) => sql`
      select 'bank change ' || change.id as subject, syndicate.name as called
      from bank_account_changes change
      join syndicates syndicate on syndicate.tenant_id = change.tenant_id and syndicate.id = change.syndicate_id
      where change.tenant_id = app_tenant() and change.id = any (${ids}::bigint[])`,
  },
  company: {
    id: BY_ID,
    names: (ids) => sql`
      select 'company ' || company.id as subject, company.name as called from companies company
      where company.tenant_id = app_tenant() and company.id = any (${ids}::bigint[])`,
  },
};

/** What people call the things that events of the audit trail are about: a person, a merchant, a syndicate, a file. */
export async function namesOfSubjects(
  tx: Tx,
  subjects: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  // Only the kinds that are there are asked for: planning a query of all of them would take longer than finding eight names.
  const queries = Object.entries(KINDS).flatMap(([kind, { id, names }]) => {
    const written = new RegExp(`^${kind} (${id})$`);
    const ids = subjects.flatMap((subject) => written.exec(subject ?? '')?.[1] ?? []);
    return ids.length === 0 ? [] : [names(ids)];
  });
  if (queries.length === 0) return new Map();
  const { rows } = await sql<Named>`${sql.join(queries, sql` union all `)}`.execute(tx);
  return new Map(rows.map(({ subject, called }) => [subject, called]));
}
