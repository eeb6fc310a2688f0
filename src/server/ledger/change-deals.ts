import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../shared/domain/deal-status.ts';
import { termsOn } from '../../shared/domain/deal-terms.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { PaymentFrequency } from '../../shared/domain/offer-terms.ts';
import { amountMoved, needsLetter } from '../../shared/domain/status-moves.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';
import { changeTerms } from './change-terms.ts';
import { lockSyndicatesOf } from './deal-accounts.ts';
import type { AskedTerms } from './decide-terms.ts';
import { type InvestorEffect, withEffects } from './investor-balances.ts';
import { readListedTerms } from './listed-terms.ts';
import { lockDeals } from './locked-deals.ts';
import { setDealStatus } from './set-deal-status.ts';

export interface WantedChange {
  dealIds: readonly bigint[];
  status?: DealStatus | undefined;
  terms?: (AskedTerms & { effectiveDate?: CalendarDate | undefined }) | undefined;
  reason: string;
  /** The deals as they were shown; null for the preview, which shows them. */
  seen: readonly SeenDeal[] | null;
  /** Who asked for it, where the operator is the second person. */
  askedByName?: string;
  /** The letter or the agreement, a file of the deal. */
  proofFileId?: string | null | undefined;
}

interface SeenDeal {
  dealId: bigint;
  status: string;
  payment: Cents | null;
}

export interface DealChanges {
  outcomes: DealOutcome[];
  /** What the status gives to investors or takes from them, of all deals together. */
  moved: Cents;
  /** What it does to the balance of each investor, of all deals together. */
  effects: InvestorEffect[];
}

export type DealOutcome = ReturnType<typeof outcomeOf>;

/** Changes deals one after the other, each with its own outcome: what is refused about one leaves the others as they are. */
export async function changeDeals(
  tx: Tx,
  tenantId: string,
  wanted: WantedChange,
  operator: Operator,
): Promise<DealChanges> {
  const { status } = wanted;
  if ((status === undefined) === (wanted.terms === undefined))
    throw new Refusal('invalid_request', { message: 'Either a status or terms, not both.' });
  const dealIds = [...new Set(wanted.dealIds)];
  // All of them first and in one order, so that two people who change the same deals wait for each other; and the syndicates of all of
  // them, in the order of posting, before the first deal is changed.
  await lockDeals(tx, tenantId, dealIds);
  await lockSyndicatesOf(tx, tenantId, dealIds);
  const before = await readStates(tx, tenantId, dealIds);
  for (const id of dealIds) if (!before.has(id)) throw notFoundInTenant(`deal ${id}`);
  if (status !== undefined && needsLetter(status) && dealIds.length > 1)
    throw new Refusal('one_deal_with_letter');
  const remarks = new Map<bigint, { remark: string | null; isRefused: boolean }>();
  const { effects } = await withEffects(tx, tenantId, dealIds, async () => {
    for (const state of before.values())
      remarks.set(state.dealId, await changeOne(tx, tenantId, state, wanted, operator));
  });
  const after = await readStates(tx, tenantId, dealIds);
  const outcomes = dealIds.map((dealId) =>
    outcomeOf(dealId, before.get(dealId), after.get(dealId), remarks.get(dealId)),
  );
  const changed = outcomes.flatMap(({ dealId, result, ...balances }) =>
    result === 'changed' ? [{ ...balances, cost: before.get(dealId)?.cost ?? 0n }] : [],
  );
  return {
    outcomes,
    effects,
    moved: status === undefined ? 0n : amountMoved(status, changed),
  };
}

async function changeOne(
  tx: Tx,
  tenantId: string,
  before: DealState,
  wanted: WantedChange,
  operator: Operator,
): Promise<{ remark: string | null; isRefused: boolean }> {
  await sql`savepoint before_deal`.execute(tx);
  try {
    const remark = await carryOut(tx, tenantId, before.mid, wanted, operator);
    if (!isAsSeen(before, wanted.seen)) await requireSame(tx, tenantId, before);
    return { remark, isRefused: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint before_deal`.execute(tx);
    return { remark: error.message, isRefused: true };
  }
}

async function carryOut(
  tx: Tx,
  tenantId: string,
  mid: string,
  { status, terms, reason, askedByName, proofFileId }: WantedChange,
  operator: Operator,
): Promise<string | null> {
  if (status !== undefined) {
    const asked = { mid, status, reason, askedByName, proofFileId };
    return (await setDealStatus(tx, tenantId, asked, operator)).warning;
  }
  if (terms !== undefined) await changeTerms(tx, tenantId, { ...terms, mid, reason }, operator);
  return null;
}

function isAsSeen({ dealId, dealStatus, payment }: DealState, seen: WantedChange['seen']): boolean {
  if (seen === null) return true;
  return seen.some(
    (shown) => shown.dealId === dealId && shown.status === dealStatus && shown.payment === payment,
  );
}

/** A deal that is not as it was shown stays as it is. It may be just what is wanted, when the answer to the same call was lost. */
async function requireSame(tx: Tx, tenantId: string, before: DealState): Promise<void> {
  const after = (await readStates(tx, tenantId, [before.dealId])).get(before.dealId);
  if (!after || !areSame(before, after)) throw new Refusal('deal_changed_meanwhile');
}

interface DealState {
  dealId: bigint;
  dealName: string;
  mid: string;
  dealStatus: string;
  counted: Cents;
  /** What the shares of all investors have cost. */
  cost: Cents;
  shares: number;
  payoff: string | null;
  payment: Cents | null;
  frequency: PaymentFrequency | null;
  weekday: number | null;
  /** How many terms are recorded, whenever they begin: also another rhythm of the same debit is a change. */
  termsCount: number;
}

async function readStates(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<bigint, DealState>> {
  const { rows } = await sql<Omit<DealState, 'payment' | 'frequency' | 'weekday' | 'termsCount'>>`
    select deal.id as "dealId", deal.name as "dealName", deal.mid, deal.status as "dealStatus",
      standing.expected_payoff as payoff, share.counted, share.cost, share.shares
    from deals deal
    left join deal_standings standing on standing.tenant_id = deal.tenant_id and standing.deal_id = deal.id
    cross join lateral (
      select coalesce(sum(total.counted_balance_cents), 0)::bigint as counted,
        coalesce(sum(p.investment_cost_cents), 0)::bigint as cost, count(*)::integer as shares
      from participations p
      join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id
      where p.tenant_id = deal.tenant_id and p.deal_id = deal.id
    ) share
    where deal.tenant_id = ${tenantId}::uuid and deal.id = any(${dealIds}::bigint[])`.execute(tx);
  const today = await readToday(tx);
  const states = new Map<bigint, DealState>();
  for (const row of rows) {
    const listed = await readListedTerms(tx, tenantId, row.dealId);
    const { payment = null, frequency = null, weekday = null } = termsOn(listed, today) ?? {};
    states.set(row.dealId, { ...row, payment, frequency, weekday, termsCount: listed.length });
  }
  return states;
}

const areSame = (before: DealState, after: DealState): boolean =>
  before.dealStatus === after.dealStatus &&
  before.payment === after.payment &&
  before.payoff === after.payoff &&
  before.termsCount === after.termsCount;

function outcomeOf(
  dealId: bigint,
  before: DealState | undefined,
  after: DealState | undefined,
  { remark, isRefused } = { remark: null as string | null, isRefused: false },
) {
  if (!before || !after) throw new Error(`Deal ${dealId} is gone.`);
  return {
    dealId,
    dealName: before.dealName,
    mid: before.mid,
    result: isRefused
      ? ('refused' as const)
      : areSame(before, after)
        ? ('same' as const)
        : ('changed' as const),
    remark,
    formerStatus: before.dealStatus,
    status: after.dealStatus,
    formerBalance: before.counted,
    balance: after.counted,
    syndicateCount: before.shares,
    formerPayment: before.payment,
    payment: after.payment,
    formerFrequency: before.frequency,
    frequency: after.frequency,
    formerWeekday: before.weekday,
    weekday: after.weekday,
    formerPayoff: before.payoff === null ? null : calendarDate(before.payoff),
    payoff: after.payoff === null ? null : calendarDate(after.payoff),
  };
}
