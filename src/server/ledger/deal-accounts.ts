import { sql } from 'kysely';
import { type CalendarDate, laterOf } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { PayDays } from '../../shared/domain/pay-date.ts';
import { reverseLine, type SplitParticipant, splitPayment } from '../../shared/domain/payout-split.ts';
import { rate } from '../../shared/domain/rate.ts';
import type { Tx } from '../platform/db/database.ts';
import { lockDeals, readDeals } from './locked-deals.ts';

export interface Participant extends SplitParticipant<bigint> {
  syndicateId: bigint;
  payDays: PayDays;
  grossPosted: Cents;
  feePosted: Cents;
}

/** A locked deal while payments are posted to it. Each payment updates it, so that the next one sees the result. */
export interface DealAccount {
  readonly dealId: bigint;
  readonly paybackAmount: Cents;
  readonly status: string;
  readonly participants: ReadonlyMap<bigint, Participant>;
  collected: Cents;
  lastClearedDate: CalendarDate | null;
  /** The changes since the account was opened. */
  collectedDelta: Cents;
  clearedDelta: number;
  returnedDelta: number;
}

/** Locks deals, then the syndicates that participate in them, always in that order, and reads what posting needs. */
export async function lockAccounts(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<bigint, DealAccount>> {
  await lockDeals(tx, tenantId, dealIds);
  await lockSyndicatesOf(tx, tenantId, dealIds);
  return readAccounts(tx, tenantId, dealIds);
}

/** The same without locks, for callers that write nothing. */
export async function readAccounts(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<bigint, DealAccount>> {
  const deals = await readDeals(tx, tenantId, dealIds);
  const participants = await participantsOf(tx, tenantId, dealIds);
  return new Map(
    [...deals.values()].map(({ id: dealId, paybackAmount, status, collected, lastClearedDate }) => [
      dealId,
      {
        dealId,
        paybackAmount,
        status,
        participants: participants.get(dealId) ?? new Map(),
        collected,
        lastClearedDate,
        collectedDelta: 0n,
        clearedDelta: 0,
        returnedDelta: 0,
      },
    ]),
  );
}

/** Locks the totals of the syndicates that have a share of deals, in order. */
export async function lockSyndicatesOf(tx: Tx, tenantId: string, dealIds: readonly bigint[]): Promise<void> {
  await sql`
    select from syndicate_totals
    where tenant_id = ${tenantId} and syndicate_id in (
      select syndicate_id from participations where tenant_id = ${tenantId} and deal_id = any(${dealIds}::bigint[])
    )
    order by syndicate_id for update`.execute(tx);
}

async function participantsOf(tx: Tx, tenantId: string, dealIds: readonly bigint[]) {
  const rows = await tx
    .selectFrom('participations as p')
    .innerJoin('participationTotals as total', (join) =>
      join.onRef('total.tenantId', '=', 'p.tenantId').onRef('total.participationId', '=', 'p.id'),
    )
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'p.tenantId').onRef('s.id', '=', 'p.syndicateId'),
    )
    .select([
      'p.id',
      'p.dealId',
      'p.syndicateId',
      'p.sharePercent',
      'p.managementFeePercent',
      'p.managementFeeUpfront',
      'p.anticipatedReturnCents',
      'total.grossCents',
      'total.managementFeeCents',
      's.payDays',
    ])
    .where('p.tenantId', '=', tenantId)
    .where('p.dealId', '=', sql<bigint>`any(${dealIds}::bigint[])`)
    .orderBy('p.id')
    .execute();
  const byDeal = new Map<bigint, Map<bigint, Participant>>();
  for (const row of rows) {
    const participants = byDeal.get(row.dealId) ?? new Map<bigint, Participant>();
    byDeal.set(row.dealId, participants);
    participants.set(row.id, {
      participationId: row.id,
      syndicateId: row.syndicateId,
      sharePercent: rate(row.sharePercent),
      managementFeePercent: rate(row.managementFeePercent),
      isManagementFeeUpfront: row.managementFeeUpfront !== 0,
      anticipatedReturn: row.anticipatedReturnCents,
      grossPosted: row.grossCents,
      feePosted: row.managementFeeCents,
      payDays: row.payDays,
    });
  }
  return byDeal;
}

/** What one participant receives from a payment, or gives back when it is reversed. */
export interface Share {
  participant: Participant;
  gross: Cents;
  managementFee: Cents;
}

export const amountOwed = (account: DealAccount): Cents => account.paybackAmount - account.collected;

/** Adds a cleared payment. It must not exceed what is owed. */
export function applyClearedPayment(account: DealAccount, amount: Cents, date: CalendarDate): Share[] {
  const isFinal = amount === amountOwed(account);
  const participants = [...account.participants.values()];
  const lines = splitPayment({ payment: amount, isFinal, participants });
  account.clearedDelta += 1;
  account.lastClearedDate = laterOf(account.lastClearedDate ?? date, date);
  collect(account, amount);
  return enterShares(account, lines);
}

/**
 * Reverses a payment that had cleared. The last cleared date is not updated here, because that takes the deal's other
 * payments.
 */
export function applyReversal(
  account: DealAccount,
  amount: Cents,
  lines: readonly { participationId: bigint; gross: Cents; managementFee: Cents }[],
): Share[] {
  account.clearedDelta -= 1;
  account.returnedDelta += 1;
  collect(account, -amount);
  return enterShares(account, lines.map(reverseLine));
}

function collect(account: DealAccount, amount: Cents): void {
  account.collected += amount;
  account.collectedDelta += amount;
}

function enterShares(
  account: DealAccount,
  lines: readonly { participationId: bigint; gross: Cents; managementFee: Cents }[],
): Share[] {
  return lines.map(({ participationId, gross, managementFee }) => {
    const participant = account.participants.get(participationId);
    if (!participant) throw new Error(`Participation ${participationId} is not of deal ${account.dealId}.`);
    participant.grossPosted += gross;
    participant.feePosted += managementFee;
    return { participant, gross, managementFee };
  });
}

/** The accounts that something was posted to since they were opened. */
export const movedAccounts = (accounts: ReadonlyMap<bigint, DealAccount>): DealAccount[] =>
  [...accounts.values()].filter(({ clearedDelta, returnedDelta }) => clearedDelta || returnedDelta);

/** Writes the changes since the accounts were opened. */
export async function saveAccounts(
  tx: Tx,
  tenantId: string,
  accounts: ReadonlyMap<bigint, DealAccount>,
): Promise<void> {
  const moved = movedAccounts(accounts);
  if (moved.length === 0) return;
  const column = <K extends keyof DealAccount>(name: K) => moved.map((account) => account[name]);
  await sql`
    update deal_totals total set
      collected_cents = total.collected_cents + moved.collected,
      cleared_count = total.cleared_count + moved.cleared,
      returned_count = total.returned_count + moved.returned,
      last_cleared_date = moved.last_cleared_date
    from unnest(${column('dealId')}::bigint[], ${column('collectedDelta')}::bigint[], ${column('clearedDelta')}::integer[],
      ${column('returnedDelta')}::integer[], ${column('lastClearedDate')}::date[])
      as moved (deal_id, collected, cleared, returned, last_cleared_date)
    where total.tenant_id = ${tenantId} and total.deal_id = moved.deal_id`.execute(tx);
}
