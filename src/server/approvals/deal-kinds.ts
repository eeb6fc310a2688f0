import { sql } from 'kysely';
import { type DealStatus, isEnded } from '../../shared/domain/deal-status.ts';
import { formatMoney } from '../../shared/domain/money.ts';
import { needsLetter } from '../../shared/domain/status-moves.ts';
import { changeDeals } from '../ledger/change-deals.ts';
import { fundDeal } from '../ledger/fund-deal.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { readImportersOfOffer } from './brought-in.ts';
import { fromKeptChange, type KeptChange } from './kept-change.ts';
import { fromKeptEffects, proofFact } from './kept-effects.ts';
import { fromKeptFunding } from './kept-funding.ts';
import type { Kind } from './kind.ts';

/** As many are named; of more, how many they are. */
const MOST_NAMED = 3;

async function sayDeals(tx: Tx, tenantId: string, dealIds: readonly bigint[]): Promise<string> {
  const { rows } = await sql<{ said: string }>`
    select name || ' (' || mid || ')' as said from deals
    where tenant_id = ${tenantId}::uuid and id = any(${dealIds}::bigint[]) order by id`.execute(tx);
  const named = rows.slice(0, MOST_NAMED).map(({ said }) => said);
  const more = rows.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

async function readOffer(tx: Tx, tenantId: string, offerId: bigint) {
  const { rows } = await sql<{ dealId: bigint; dealName: string; mid: string }>`
    select deal.id as "dealId", deal.name as "dealName", deal.mid
    from offers offer join deals deal on deal.tenant_id = offer.tenant_id and deal.id = offer.deal_id
    where offer.tenant_id = ${tenantId}::uuid and offer.id = ${offerId}`.execute(tx);
  return rows[0] ?? { dealId: 0n, dealName: '', mid: '' };
}

/** What the amount is, which the limit counts. */
function movedLabel(status: DealStatus, deals: KeptChange['deals']): string {
  if (status === 'Cancelled') return 'Given back or no longer expected';
  if (isEnded(status)) return 'No longer expected';
  return deals.some(({ formerStatus }) => formerStatus === 'Cancelled')
    ? 'Charged or expected again'
    : 'Expected again';
}

const idsOf = ({ deals }: KeptChange): bigint[] => deals.map(({ dealId }) => dealId);

/** What ends deals with a loss, changes several at once, or funds them, above what one person may. */
export const DEAL_KINDS = {
  'change deals': {
    subject: (id) => `deal ${id}`,
    async describe(tx, { tenantId, details }) {
      const kept = fromKeptChange(details);
      return `Change ${await sayDeals(tx, tenantId, idsOf(kept))} to ${kept.status}.`;
    },
    async facts(tx, { tenantId, details }) {
      const kept = fromKeptChange(details);
      const { status, deals, moved, proofFileId } = kept;
      const letter = await proofFact(tx, tenantId, 'Letter or agreement', proofFileId);
      return [
        { label: deals.length === 1 ? 'Deal' : 'Deals', value: await sayDeals(tx, tenantId, idsOf(kept)) },
        {
          label: 'Status now',
          value: [...new Set(deals.map(({ formerStatus }) => formerStatus))].join(', '),
        },
        { label: 'Status after', value: status },
        { label: movedLabel(status, deals), value: formatMoney(moved) },
        { label: 'From', value: 'The moment of approval' },
        ...(needsLetter(status) || proofFileId !== null ? [letter] : []),
      ];
    },
    effects: (tx, { tenantId, details }) => fromKeptEffects(tx, tenantId, fromKeptChange(details).effects),
    async perform(tx, { tenantId, details, askedByName }, operator) {
      const kept = fromKeptChange(details);
      const { status, reason, proofFileId, deals } = kept;
      const seen = deals.map(({ dealId, formerStatus, payment }) => ({
        dealId,
        status: formerStatus,
        payment,
      }));
      const wanted = { dealIds: idsOf(kept), status, reason, seen, askedByName, proofFileId };
      const { outcomes } = await changeDeals(tx, tenantId, wanted, operator);
      // All of it as it was asked for, or nothing: what was given up is what the approver saw.
      for (const { dealId, result, formerStatus, formerBalance } of outcomes) {
        const asked = deals.find((deal) => deal.dealId === dealId);
        if (result !== 'changed' || formerStatus !== asked?.formerStatus || formerBalance !== asked.balance)
          throw new Refusal('deal_changed_meanwhile');
      }
      return null;
    },
  },
  'fund deal': {
    subject: (id) => `offer ${id}`,
    async describe(tx, { tenantId, subjectId, details }) {
      const { dealName, mid } = await readOffer(tx, tenantId, subjectId);
      return `Fund ${dealName} (${mid}) with ${formatMoney(fromKeptFunding(details).amount)}.`;
    },
    async facts(tx, { tenantId, subjectId, details }) {
      const { amount, net, proofFileId } = fromKeptFunding(details);
      const { dealName, mid } = await readOffer(tx, tenantId, subjectId);
      return [
        { label: 'Deal', value: `${dealName} (${mid})` },
        { label: 'Funding amount', value: formatMoney(amount) },
        { label: 'Net to the merchant', value: formatMoney(net) },
        { label: 'Funded on', value: 'The day of approval' },
        await proofFact(tx, tenantId, 'Agreement', proofFileId),
      ];
    },
    effects: (tx, { tenantId, details }) => fromKeptEffects(tx, tenantId, fromKeptFunding(details).effects),
    sources: (tx, { tenantId, subjectId: offerId }) => readImportersOfOffer(tx, { tenantId, offerId }),
    async perform(tx, { tenantId, subjectId, details, askedByName }, operator) {
      const { fingerprint, proofFileId } = fromKeptFunding(details);
      await fundDeal(
        tx,
        tenantId,
        { offerId: subjectId, seen: fingerprint, askedByName, proofFileId },
        operator,
      );
      return null;
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;
