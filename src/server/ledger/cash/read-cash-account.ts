import { sql } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../shared/domain/deal-status.ts';
import { type Cents, sumMoney } from '../../../shared/domain/money.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import { participationTerms } from '../../../shared/domain/participation.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import { Refusal } from '../../platform/errors.ts';
import { postedCash } from './posted-cash.ts';

export interface CashAccount {
  posted: Cents;
  /** Withdrawals that were asked for, and accepted shares of deals that are not funded yet, at their cost. */
  reserved: Cents;
  /** May be negative after a reversal. */
  available: Cents;
  /** Deposits of days to come. They count nowhere else. */
  pending: Cents;
}

/** What an account holds and how much of it is free. It cannot change until the end of the transaction if the caller has locked it. */
export async function readCashAccount(tx: Tx, tenantId: string, syndicateId: bigint): Promise<CashAccount> {
  const { rows } = await sql<{ posted: Cents; askedFor: Cents; pending: Cents }>`
    select ${postedCash} as posted, (
        select coalesce(sum(asked.amount_cents), 0)::bigint from withdrawal_requests asked
        where asked.tenant_id = total.tenant_id and asked.syndicate_id = total.syndicate_id and asked.state = 'asked for'
      ) as asked_for, (
        select coalesce(sum(later.amount_cents), 0)::bigint from cash_entries later
        where later.tenant_id = total.tenant_id and later.syndicate_id = total.syndicate_id
          and later.effective_date > ${today} and later.kind = 'deposit'
      ) as pending
    from syndicate_totals total
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}
      and total.cash_entered_through is not null`.execute(tx);
  const [account] = rows;
  if (!account) throw new Refusal('no_cash_account');
  const { posted, askedFor, pending } = account;
  const reserved = askedFor + (await readAcceptedCost(tx, tenantId, syndicateId));
  return { posted, reserved, available: posted - reserved, pending };
}

/** What the shares will cost that the syndicate has accepted before the funding, of deals that can still be funded. */
async function readAcceptedCost(tx: Tx, tenantId: string, syndicateId: bigint): Promise<Cents> {
  const { rows } = await sql<{ offeredCents: Cents; sharePercent: string; commissionPercent: string }>`
    select offer.amount_cents as offered_cents, acceptance.share_percent::text, offer.commission_percent::text
    from participation_invites invite
    join pre_funding_acceptances acceptance on acceptance.tenant_id = invite.tenant_id and acceptance.invite_id = invite.id
    join deals deal on deal.tenant_id = invite.tenant_id and deal.id = invite.deal_id
    join offers offer on offer.tenant_id = invite.tenant_id and offer.id = invite.offer_id
    where invite.tenant_id = ${tenantId}::uuid and invite.syndicate_id = ${syndicateId} and acceptance.share_percent > 0
      and deal.status = any(${SUBMISSION_STATUSES}::text[])
      and offer.status = any(${[OFFER_STATUS.made, OFFER_STATUS.accepted]}::text[])`.execute(tx);
  return sumMoney(
    rows.map(({ offeredCents, sharePercent, commissionPercent }) => {
      const percents = { sharePercent: rate(sharePercent), commissionPercent: rate(commissionPercent) };
      return participationTerms({ fundedAmount: offeredCents, paybackAmount: 0n, ...percents })
        .investmentCost;
    }),
  );
}
