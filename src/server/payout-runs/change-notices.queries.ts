import { sql } from 'kysely';
import { isComplete } from '../../shared/domain/change-notices.ts';
import type { AccountType } from '../../shared/domain/payout-runs.ts';
import type { ReturnSource } from '../../shared/domain/return-files.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

export interface WhichNotice {
  tenantId: string;
  noticeId: bigint;
}

export interface ChangeNotice {
  id: bigint;
  syndicateId: bigint;
  syndicateName: string;
  code: string;
  traceNumber: string;
  accountNumberLast4: string | null;
  routingNumberLast4: string | null;
  accountType: AccountType | null;
  receivedAt: Date;
  /** How it came in, and through whom. Null where an earlier release received it. */
  source: ReturnSource | null;
  receivedBy: bigint | null;
  receivedByName: string | null;
  /** Who read the file that it came in. */
  readBy: bigint | null;
  readByName: string | null;
  state: 'applied' | 'dismissed' | 'waiting';
  /** Its account is no longer the one that the entry went to. */
  isOutdated: boolean;
  hasChangeWaiting: boolean;
  isAsked: boolean;
}

export const listNotices = async (tx: Tx, tenantId: string): Promise<ChangeNotice[]> =>
  (
    await sql<ChangeNotice>`
      ${notices(tenantId)} and notice.state = 'waiting' order by notice.received_at, notice.id limit 200`.execute(
      tx,
    )
  ).rows;

export async function readNotice(tx: Tx, { tenantId, noticeId }: WhichNotice): Promise<ChangeNotice> {
  const { rows } = await sql<ChangeNotice>`${notices(tenantId)} and notice.id = ${noticeId}`.execute(tx);
  const [notice] = rows;
  if (!notice) throw notFoundInTenant(`change notice ${noticeId}`);
  return notice;
}

/** Locks the syndicate as whoever changes its account does, so that what is read after it holds until the end of the transaction. */
export async function lockNotice(tx: Tx, which: WhichNotice): Promise<ChangeNotice> {
  const { syndicateId } = await readNotice(tx, which);
  await tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', which.tenantId)
    .where('id', '=', syndicateId)
    .forUpdate()
    .execute();
  return readNotice(tx, which);
}

export function obstacleOf(notice: ChangeNotice) {
  const { code, accountNumberLast4, routingNumberLast4, accountType } = notice;
  const said = { accountNumber: accountNumberLast4, routingNumber: routingNumberLast4, accountType };
  if (!isComplete(code, said)) return 'nothing to apply';
  if (notice.isOutdated) return 'account changed';
  return notice.hasChangeWaiting ? 'change waiting' : '';
}

const REFUSED = {
  'nothing to apply': 'notice_incomplete',
  'account changed': 'notice_outdated',
  'change waiting': 'notice_change_waiting',
} as const;

export function requireApplicable(notice: ChangeNotice): void {
  if (notice.state !== 'waiting') throw new Refusal('notice_settled');
  const obstacle = obstacleOf(notice);
  if (obstacle !== '') throw new Refusal(REFUSED[obstacle]);
}

const notices = (tenantId: string) => sql`
  select notice.id, notice.syndicate_id as "syndicateId", syndicate.name as "syndicateName", notice.code,
    item.trace_number as "traceNumber", notice.account_number_last4 as "accountNumberLast4",
    notice.routing_number_last4 as "routingNumberLast4", notice.account_type as "accountType",
    notice.received_at as "receivedAt", notice.source, notice.received_by as "receivedBy", receiver.name as "receivedByName", notice.read_by as "readBy",
    reader.name as "readByName", notice.state,
    account.changed_at is null or account.changed_at > run.made_at as "isOutdated",
    exists (
      select from bank_account_changes change
      where change.tenant_id = notice.tenant_id and change.syndicate_id = notice.syndicate_id and change.state = 'pending'
    ) as "hasChangeWaiting",
    exists (
      select from approvals asked
      where asked.tenant_id = notice.tenant_id and asked.kind = 'apply change notice' and asked.subject_id = notice.id
        and asked.decision is null and asked.expires_at > now()
    ) as "isAsked"
  from change_notices notice
  join payout_run_items item on item.tenant_id = notice.tenant_id and item.id = notice.item_id
  join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id
  join syndicates syndicate on syndicate.tenant_id = notice.tenant_id and syndicate.id = notice.syndicate_id
  left join memberships reader on reader.tenant_id = notice.tenant_id and reader.user_id = notice.read_by
  left join memberships receiver on receiver.tenant_id = notice.tenant_id and receiver.user_id = notice.received_by
  left join syndicate_bank_accounts account
    on account.tenant_id = notice.tenant_id and account.syndicate_id = notice.syndicate_id
  where notice.tenant_id = ${tenantId}::uuid`;
