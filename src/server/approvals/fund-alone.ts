import type { WhyNotAlone } from '../../shared/domain/money-limits.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import { type AskedFunding, fundDeal } from '../ledger/fund-deal.ts';
import { type InvestorEffect, withEffects } from '../ledger/investor-balances.ts';
import { requireProof } from '../ledger/proof-file.ts';
import type { Funding } from '../ledger/read-funding.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { undone } from '../platform/db/undone.ts';
import { Refusal } from '../platform/errors.ts';
import { askApproval } from './ask-approval.ts';
import { readImportersOfOffer } from './brought-in.ts';
import { toKeptFunding } from './kept-funding.ts';
import { lockMover, type MovingAlone, moveAlone, readMovingAlone } from './moved-alone.ts';
import { areAllApart } from './require-apart.ts';

interface FundingTrial extends Funding {
  /** What it does to the balances of investors: of the deal, and of the one that it pays off. */
  effects: InvestorEffect[];
}

/** What funding would do. It is done and taken back, so that it is never something else than what is done afterwards. */
async function tryFunding(
  tx: Tx,
  tenantId: string,
  asked: AskedFunding,
  operator: DeskUser,
): Promise<FundingTrial> {
  const dealIds = await readDealsOfOffer(tx, tenantId, asked.offerId);
  const { result, effects } = await undone(tx, () =>
    withEffects(tx, tenantId, dealIds, () => fundDeal(tx, tenantId, asked, operator)),
  );
  return { ...result, effects };
}

export async function previewFunding(
  tx: Tx,
  tenantId: string,
  offerId: bigint,
  operator: DeskUser,
): Promise<FundingTrial & Omit<MovingAlone, 'secondPerson'> & { secondPerson: WhyNotAlone | null }> {
  const trial = await tryFunding(tx, tenantId, { offerId, seen: null }, operator);
  const moving = { tenantId, limit: 'funding', amount: trial.amount } as const;
  const alone = await readMovingAlone(tx, moving, operator);
  const isOwn = await isOwnImport(tx, { tenantId, offerId }, operator);
  return { ...trial, ...alone, ...(isOwn && { secondPerson: 'own import' as const }) };
}

/** Whoever imported an offer as accepted could fund it without any broker. */
const isOwnImport = async (tx: Tx, offer: { tenantId: string; offerId: bigint }, { userId }: DeskUser) =>
  !(await areAllApart(tx, offer.tenantId, await readImportersOfOffer(tx, offer), userId));

/** Funds a deal as far as one person may. */
export async function fundAlone(
  tx: Tx,
  tenantId: string,
  asked: AskedFunding,
  operator: DeskUser,
): Promise<Funding> {
  await lockMover(tx, tenantId, operator);
  if (await isOwnImport(tx, { tenantId, offerId: asked.offerId }, operator))
    throw new Refusal('second_person_needed');
  const { amount, dealId, mid } = await tryFunding(tx, tenantId, asked, operator);
  await requireProof(tx, { tenantId, dealId, fileId: asked.proofFileId ?? null });
  await moveAlone(tx, { tenantId, limit: 'funding', amount, what: `deal ${mid}` }, operator);
  const funding = await fundDeal(tx, tenantId, asked, operator);
  if (funding.amount !== amount) throw new Refusal('funding_changed_meanwhile');
  return funding;
}

/** Asks a second person to fund a deal, who approves exactly what was shown. */
export async function askToFund(
  tx: Tx,
  tenantId: string,
  { reason, ...asked }: AskedFunding & { reason: string },
  operator: DeskUser,
): Promise<bigint> {
  const { offerId, proofFileId = null } = asked;
  const trial = await tryFunding(tx, tenantId, asked, operator);
  await requireProof(tx, { tenantId, dealId: trial.dealId, fileId: proofFileId });
  const details = toKeptFunding(trial, proofFileId);
  return askApproval(tx, { tenantId, kind: 'fund deal', subjectId: offerId, reason, details }, operator);
}

/** The deal of the offer, and the older one that it renews. */
async function readDealsOfOffer(tx: Tx, tenantId: string, offerId: bigint): Promise<bigint[]> {
  const deal = await tx
    .selectFrom('offers as offer')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .select(['deal.id', 'deal.renewalOfDealId'])
    .where('offer.tenantId', '=', tenantId)
    .where('offer.id', '=', offerId)
    .executeTakeFirst();
  if (!deal) throw notFoundInTenant(`offer ${offerId}`);
  return [deal.id, deal.renewalOfDealId].filter((id) => id !== null);
}
