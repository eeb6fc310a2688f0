import { sql } from 'kysely';
import { type AccountType, CLOSED_RUN_STATES, type HolderKind } from '../../shared/domain/payout-runs.ts';
import { FILE_REFUSED } from '../../shared/domain/payout-states.ts';
import { postedCash } from '../ledger/cash/posted-cash.ts';
import type { Tx } from '../platform/db/database.ts';
import {
  type DueSyndicate,
  type DueWithdrawal,
  fingerprintOf,
  heldBack,
  itemsOfSyndicate,
  itemsOfWithdrawals,
  type RunItem,
  type SendTo,
} from './decide-items.ts';
import { readOriginator } from './originators.ts';

export interface DraftOf {
  /** Those to look at again; new ones wait for another run. */
  withdrawals?: ReadonlySet<bigint>;
  tenantId: string;
  runId: bigint;
  payDate: string;
}

export interface Draft {
  items: RunItem[];
  fingerprint: string;
}

/** What a run would pay now. Nothing of it is stored before it is approved, so it is never out of date. */
export async function readDraft(tx: Tx, which: DraftOf): Promise<Draft> {
  const payouts = (await readDueSyndicates(tx, which)).flatMap(itemsOfSyndicate);
  const due = [...payouts, ...itemsOfWithdrawals(await readDueWithdrawals(tx, which), payouts)];
  const leftOut = await readLeftOut(tx, which);
  const items = due.map((item) => (leftOut.has(item.syndicateId) ? heldBack(item) : item));
  const originator = await readOriginator(tx, which.tenantId);
  return { items, fingerprint: fingerprintOf(items, originator?.id ?? null) };
}

/** Whom two people have left out of a run, because their figures differ. */
async function readLeftOut(tx: Tx, { tenantId, runId }: DraftOf): Promise<ReadonlySet<bigint>> {
  const rows = await tx
    .selectFrom('payoutRunsLeftOut')
    .select('syndicateId')
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .execute();
  return new Set(rows.map(({ syndicateId }) => syndicateId));
}

interface AccountRow {
  bankName: string | null;
  last4: string | null;
  accountType: AccountType | null;
  holderKind: HolderKind | null;
  holderName: string;
  changedAt: Date | null;
}

const ACCOUNT = sql`account.bank_name as "bankName", account.account_number_last4 as last4,
  account.account_type as "accountType", account.holder_kind as "holderKind", coalesce(account.holder_name, s.name) as "holderName",
  account.changed_at as "changedAt",
  exists (select from bank_account_changes change where change.tenant_id = s.tenant_id and change.syndicate_id = s.id
    and change.state = 'pending') as "isChanging",
  exists (select from payout_run_items back where back.tenant_id = s.tenant_id and back.syndicate_id = s.id
    and back.return_code <> ${FILE_REFUSED} and back.returned_at > greatest(account.changed_at, account.described_at)) as "isRefusing"`;

async function readDueSyndicates(tx: Tx, { tenantId, runId, payDate }: DraftOf): Promise<DueSyndicate[]> {
  const { rows } = await sql<Omit<DueSyndicate, 'sendTo'> & AccountRow>`
    with paid as (
      select syndicate_id, transaction_count, gross_cents, management_fee_cents, net_pay_cents from syndicate_pay_dates
      where tenant_id = ${tenantId}::uuid and pay_date = ${payDate}::date
    ), owed as (${leftByRuns(tenantId, runId)})
    select s.id as "syndicateId", coalesce(paid.transaction_count, 0) as "lineCount",
      coalesce(paid.gross_cents, 0)::bigint as gross, coalesce(paid.management_fee_cents, 0)::bigint as "managementFee",
      coalesce(paid.net_pay_cents, 0)::bigint as ledger, coalesce(owed.carried, 0)::bigint as "carriedIn",
      coalesce(owed.released, 0)::bigint as "releasedIn", coalesce(owed.returned, 0)::bigint as "returnedIn",
      coalesce(opening.effective_date < ${payDate}::date, false) as "isKept", ${ACCOUNT}
    from paid full join owed using (syndicate_id)
    join syndicates s on s.tenant_id = ${tenantId}::uuid and s.id = coalesce(paid.syndicate_id, owed.syndicate_id)
    left join syndicate_bank_accounts account on account.tenant_id = s.tenant_id and account.syndicate_id = s.id
    left join cash_entries opening on opening.tenant_id = s.tenant_id and opening.syndicate_id = s.id
      and opening.kind = 'opening'
    order by s.id`.execute(tx);
  return rows.map(withSendTo);
}

/**
 * What earlier runs have left of each syndicate: their own amounts that were not sent or came back, less what others have brought in. An index
 * has the few items that say so, however many runs there were.
 */
const leftByRuns = (tenantId: string, runId: bigint) => sql<{ syndicateId: bigint }>`
  select item.syndicate_id,
    sum(case when item.outcome = 'carried' then item.amount_cents else 0 end - item.carried_in_cents) as carried,
    sum(case when item.outcome in ('held', 'blocked') then item.amount_cents else 0 end - item.released_in_cents) as released,
    sum(case when item.returned_at is not null then item.amount_cents else 0 end - item.returned_in_cents) as returned
  from payout_run_items item
  join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
    and run.state = any(${CLOSED_RUN_STATES}::text[])
  where item.tenant_id = ${tenantId}::uuid and item.kind <> 'withdrawal' and item.run_id <> ${runId}
    and (item.outcome in ('held', 'blocked', 'carried') or item.returned_at is not null
      or item.carried_in_cents <> 0 or item.released_in_cents <> 0 or item.returned_in_cents <> 0)
  group by item.syndicate_id`;

/** What is asked for and in no other run whose file is still to be made. */
async function readDueWithdrawals(
  tx: Tx,
  { tenantId, runId, withdrawals }: DraftOf,
): Promise<DueWithdrawal[]> {
  const { rows } = await sql<Omit<DueWithdrawal, 'sendTo'> & AccountRow>`
    select asked.id as "withdrawalId", asked.syndicate_id as "syndicateId", asked.amount_cents as amount,
      asked.account_number_last4 as "askedLast4", asked.asked_at as "askedAt", coalesce(${postedCash}, 0)::bigint as posted,
      ${ACCOUNT}
    from withdrawal_requests asked
    join syndicates s on s.tenant_id = asked.tenant_id and s.id = asked.syndicate_id
    left join syndicate_bank_accounts account on account.tenant_id = s.tenant_id and account.syndicate_id = s.id
    left join syndicate_totals total on total.tenant_id = s.tenant_id and total.syndicate_id = s.id
    where asked.tenant_id = ${tenantId}::uuid and asked.state = 'asked for' and not exists (
      select from payout_run_items item
      join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
        and run.state = any(${CLOSED_RUN_STATES}::text[])
      where item.tenant_id = asked.tenant_id and item.syndicate_id = asked.syndicate_id and item.withdrawal_id = asked.id
        and item.outcome = 'in file' and item.run_id <> ${runId})
    order by asked.asked_at, asked.id`.execute(tx);
  return rows.filter(({ withdrawalId }) => withdrawals?.has(withdrawalId) ?? true).map(withSendTo);
}

function withSendTo<Row extends AccountRow>({
  bankName,
  last4,
  accountType,
  holderKind,
  holderName,
  changedAt,
  ...row
}: Row): Omit<Row, keyof AccountRow> & { sendTo: SendTo | null } {
  const isThere = bankName !== null && last4 !== null && changedAt !== null;
  const sendTo = isThere
    ? { bankName, accountNumberLast4: last4, accountType, holderKind, holderName, changedAt }
    : null;
  return { ...row, sendTo };
}
