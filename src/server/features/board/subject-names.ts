import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Deals are named by their MID, everything else by its id. */
const SUBJECT =
  /^(?:(?<kind>user|syndicate|invite|offer|note|approval|payout run) (?<id>\d{1,18})|day sheet (?<file>[\da-f-]{36})|deal (?<mid>.+))$/;

/** What people call the things that events of the audit trail are about: a person, a merchant, a syndicate. */
export async function namesOfSubjects(
  tx: Tx,
  subjects: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const found = subjects.flatMap((subject): Record<string, string | undefined>[] => {
    const { groups } = SUBJECT.exec(subject ?? '') ?? {};
    return groups ? [groups] : [];
  });
  if (found.length === 0) return new Map();
  const idsOf = (kind: string) => found.filter((named) => named['kind'] === kind).map((named) => named['id']);
  const files = found.flatMap((named) => named['file'] ?? []);
  const mids = found.flatMap((named) => named['mid'] ?? []);
  const { rows } = await sql<{ subject: string; called: string }>`
    select 'user ' || member.user_id as subject, member.name as called from memberships member
    where member.tenant_id = app_tenant() and member.user_id = any (${idsOf('user')}::bigint[]) and member.name is not null
    union all
    select 'deal ' || deal.mid, deal.name || ' (' || deal.mid || ')' from deals deal
    where deal.tenant_id = app_tenant() and deal.mid = any (${mids}::text[])
    union all
    select 'syndicate ' || syndicate.id, syndicate.name from syndicates syndicate
    where syndicate.tenant_id = app_tenant() and syndicate.id = any (${idsOf('syndicate')}::bigint[])
    union all
    select 'invite ' || invite.id, syndicate.name || ', ' || deal.name
    from participation_invites invite
    join deals deal on deal.tenant_id = invite.tenant_id and deal.id = invite.deal_id
    join syndicates syndicate on syndicate.tenant_id = invite.tenant_id and syndicate.id = invite.syndicate_id
    where invite.tenant_id = app_tenant() and invite.id = any (${idsOf('invite')}::bigint[])
    union all
    select 'offer ' || offer.id, deal.name
    from offers offer
    join deals deal on deal.tenant_id = offer.tenant_id and deal.id = offer.deal_id
    where offer.tenant_id = app_tenant() and offer.id = any (${idsOf('offer')}::bigint[])
    union all
    select 'note ' || note.id, deal.name
    from deal_notes note
    join deals deal on deal.tenant_id = note.tenant_id and deal.id = note.deal_id
    where note.tenant_id = app_tenant() and note.id = any (${idsOf('note')}::bigint[])
    union all
    select 'approval ' || asked.id, asked.kind from approvals asked
    where asked.tenant_id = app_tenant() and asked.id = any (${idsOf('approval')}::bigint[])
    union all
    select 'payout run ' || run.id, to_char(run.pay_date, 'MM/DD/YYYY') from payout_runs run
    where run.tenant_id = app_tenant() and run.id = any (${idsOf('payout run')}::bigint[])
    union all
    select 'day sheet ' || file.id, file.name from sheet_files file
    where file.tenant_id = app_tenant() and file.id = any (${files}::uuid[])`.execute(tx);
  return new Map(rows.map(({ subject, called }) => [subject, called]));
}
