import { sql } from 'kysely';
import { peopleOfImport } from '../approvals/brought-in.ts';
import { APART_HOURS, areAllApart, issuerOrActor } from '../approvals/require-apart.ts';
import { sourcesOfChange } from '../payout-accounts/sources-of-change.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';

interface PaidBefore {
  tenantId: string;
  runId: bigint;
  /** Null of a draft, which is as of now. */
  approvedAt: Date | null;
}

/** The investors that another run has sent money to that has not come back, and whether it went to the account that they have now. */
export async function readPaidBefore(
  tx: Tx,
  { tenantId, runId, approvedAt }: PaidBefore,
  syndicateIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, { isSameAccount: boolean }>> {
  const before = sql`coalesce(${approvedAt}::timestamptz, 'infinity')`;
  const sent = sql`
    select from payout_run_items item
    join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id
    where item.tenant_id = ${tenantId}::uuid and item.syndicate_id = paid.id and item.run_id <> ${runId}
      and item.trace_number is not null and item.returned_at is null and run.approved_at < ${before}`;
  // Of a run approved before the account changed, nothing is known of the account that it paid.
  const { rows } = await sql<{ id: bigint; isSameAccount: boolean }>`
    select paid.id, account.changed_at is null or account.changed_at > ${before}
      or exists (${sent} and run.approved_at > account.changed_at) as "isSameAccount"
    from unnest(${syndicateIds}::bigint[]) as paid (id)
    left join syndicate_bank_accounts account on account.tenant_id = ${tenantId}::uuid and account.syndicate_id = paid.id
    where exists (${sent})`.execute(tx);
  return new Map(rows.map(({ id, isSameAccount }) => [id, { isSameAccount }]));
}

/**
 * Someone who added an investor, let its people in or moved them, or brought its bank account in, could be that investor. They do not approve what
 * pays it: of late, or ever before its first payout to that account. What a service token did counts for its issuer. Who imported a whole book
 * approves again after that time. It claims the list of members, so it comes last.
 */
export async function requireNotBroughtIn(
  tx: Tx,
  which: Omit<PaidBefore, 'approvedAt'>,
  syndicateIds: readonly bigint[],
  { userId }: DeskUser,
): Promise<void> {
  const { tenantId } = which;
  const paidBefore = await readPaidBefore(tx, { ...which, approvedAt: null }, syndicateIds);
  const first = syndicateIds.filter((id) => !paidBefore.get(id)?.isSameAccount);
  await claim(tx, { listsMembers: true });
  const { rows } = await sql<{ by: bigint | null }>`
    with begun as (
      select paid.id, 'syndicate added' as action, 'syndicate ' || paid.id as subject from unnest(${syndicateIds}::bigint[]) as paid (id)
      union all
      select paid.id, 'bank account changed', 'syndicate ' || paid.id from unnest(${syndicateIds}::bigint[]) as paid (id)
      union all
      select person.syndicate_id, let_in.action, 'user ' || person.user_id from (
        select syndicate_id, user_id from memberships where tenant_id = ${tenantId}::uuid
        union select syndicate_id, user_id from former_members where tenant_id = ${tenantId}::uuid) person
      cross join (values ('user invited'), ('user reopened'), ('permissions changed')) let_in (action)
      where person.syndicate_id = any(${syndicateIds}::bigint[])
    ), lately as (select now() - make_interval(hours => ${APART_HOURS}) as since)
    select ${issuerOrActor} as by from begun
    join audit_events event on event.tenant_id = ${tenantId}::uuid and event.subject = begun.subject and event.action = begun.action
    where (event.at > (select since from lately) or begun.id = any(${first}::bigint[]))
      and (event.action <> 'permissions changed'
        or begun.id::text in (event.details ->> 'oldSyndicateId', event.details ->> 'newSyndicateId'))
    union
    select source.by from bank_account_changes change cross join lateral (${sourcesOfChange}) source
    where change.tenant_id = ${tenantId}::uuid and change.syndicate_id = any(${syndicateIds}::bigint[]) and change.state = 'applied'
      and (change.settled_at > (select since from lately) or change.syndicate_id = any(${first}::bigint[]))
    union
    select behind.person from import_journal added
    join import_runs run on run.tenant_id = added.tenant_id and run.id = added.run_id
    cross join lateral jsonb_array_elements(added.after) image
    cross join lateral (select (image ->> case added.table_name when 'syndicates' then 'id' else 'syndicate_id' end)::bigint as id) syndicate
    cross join lateral (${peopleOfImport}) behind
    where added.tenant_id = ${tenantId}::uuid and added.before is null
      and (added.table_name = 'syndicates' and syndicate.id = any(${syndicateIds}::bigint[])
        or added.table_name = 'participations' and syndicate.id = any(${first}::bigint[]))
      and coalesce(run.finished_at, run.confirmed_at, run.started_at) > (select since from lately)`.execute(
    tx,
  );
  const people = rows.flatMap(({ by }) => (by === null ? [] : [by]));
  if (!(await areAllApart(tx, tenantId, people, userId))) throw new Refusal('run_pays_brought_in');
}
