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
export const KINDS: Readonly<Record<string, { id: string; names: NamesOf }>> = {
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
  'return file': {
    id: BY_ID,
    names: (ids) => sql`
      select 'return file ' || file.id as subject, file.name as called from return_files file
      where file.tenant_id = app_tenant() and file.id = any (${ids}::bigint[])`,
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
  import: {
    id: BY_ID,
    names: (ids) => sql`
      select 'import ' || run.id as subject,
        coalesce(
          (select string_agg(file.name, ', ' order by file.staged_at, file.id) from import_files file
            where file.tenant_id = run.tenant_id and file.run_id = run.id),
          'of ' || to_char(run.started_at at time zone 'America/New_York', 'MM/DD/YYYY')) as called
      from import_runs run
      where run.tenant_id = app_tenant() and run.id = any (${ids}::bigint[])`,
  },
  participation: {
    id: BY_ID,
    names: (ids) => sql`
      select 'participation ' || share.id as subject, syndicate.name || ', ' || deal.name as called
      from participations share
      join deals deal on deal.tenant_id = share.tenant_id and deal.id = share.deal_id
      join syndicates syndicate on syndicate.tenant_id = share.tenant_id and syndicate.id = share.syndicate_id
      where share.tenant_id = app_tenant() and share.id = any (${ids}::bigint[])`,
  },
  link: {
    id: BY_ID,
    // What a link is to depends on its kind.
    names: (ids) => sql`
      select 'link ' || link.id as subject, coalesce(deal.name, company.name, member.name) as called
      from capability_links link
      left join offers offer on link.kind = 'offer' and offer.tenant_id = link.tenant_id and offer.id = link.subject_id
      left join deals deal on deal.tenant_id = offer.tenant_id and deal.id = offer.deal_id
      left join companies company on link.kind = 'bank link'
        and company.tenant_id = link.tenant_id and company.id = link.subject_id
      left join memberships member on link.kind = 'sign-in ticket'
        and member.tenant_id = link.tenant_id and member.user_id = link.subject_id
      where link.tenant_id = app_tenant() and link.id = any (${ids}::bigint[])
        and coalesce(deal.name, company.name, member.name) is not null`,
  },
  file: {
    id: BY_ID,
    names: (ids) => sql`
      select 'file ' || file.id as subject, concat_ws(', ', file.name, deal.name) as called
      from files file
      left join deals deal on deal.tenant_id = file.tenant_id and deal.id = file.deal_id
      where file.tenant_id = app_tenant() and file.id = any (${ids}::bigint[])`,
  },
  'payout originator': {
    id: BY_ID,
    names: (ids) => sql`
      select 'payout originator ' || originator.id as subject, originator.bank_name as called
      from payout_originators originator
      where originator.tenant_id = app_tenant() and originator.id = any (${ids}::bigint[])`,
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
