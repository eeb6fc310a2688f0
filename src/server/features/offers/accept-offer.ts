import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SubmissionStatus } from '../../../shared/domain/deal-status.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import {
  isAllowedCommission,
  type PaymentFrequency,
  termsAtCommission,
} from '../../../shared/domain/offer-terms.ts';
import { type Rate, rate } from '../../../shared/domain/rate.ts';
import type { Deps } from '../../deps.ts';
import { consumeLink, isUsedLink, type PresentedLink } from '../../identity/capabilities.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';
import { Refusal } from '../../platform/errors.ts';
import { storedMessage } from '../../platform/rich-text/stored-message.ts';
import { attachFiles, cleanFilesOf } from './attach-files.ts';
import { queueMails } from './offer-mails.ts';
import { offerOf, refuseClosed, refuseUnlessMade, requireDealOf } from './offers.queries.ts';
import { readWayOfLink, wayInNote, wayInTrail } from './way-of-link.ts';

export interface Acceptance {
  commissionPercent: Rate;
  /** The deal that the sender names. The link decides which deal it is. */
  dealId?: bigint | null | undefined;
  /** The version of the offer that the broker saw. Without one, the current version is accepted. */
  version?: number | undefined;
  messageHtml: string;
  /** The files to attach. Without a list, all clean files of the link are attached. */
  fileIds?: readonly string[] | undefined;
}

const ROLE = 'Broker';
const NEXT_PROCESSOR = 'Credit Analyst';
/** What the deal's notes and its history call an acceptance. */
const ACTIVITY = 'Offer Accepted';

// Both lists are spelled out, so that a new submission status changes nothing here until somebody decides that it should.
/** The statuses of a deal whose offer a broker can accept. */
const ACCEPTABLE_IN = ['Request Price Adjustment', 'Contract Request'] as const satisfies SubmissionStatus[];
/** The statuses that an acceptance moves the deal through, in this order, because its history has to show both. */
const STEPS_TO_CONTRACT = [
  'Request Price Adjustment',
  'Contract Request',
] as const satisfies SubmissionStatus[];

const PROCESSED = {
  isDone: true,
  message: 'Your contract request has been processed. We will get back to you shortly.',
};

/** Accepts the offer of a link and requests the contract, once, with everything that follows, in the caller's transaction. */
export async function acceptOffer(
  tx: Tx,
  deps: Pick<Deps, 'publicOrigin'>,
  link: PresentedLink,
  command: { idempotencyKey: string | undefined; acceptance: Acceptance },
) {
  const { acceptance, idempotencyKey } = command;
  const { commissionPercent, version, messageHtml, fileIds } = acceptance;
  const request = [commissionPercent.toFixed(), version, messageHtml, fileIds];
  // Without a key, the request's own content serves as the key: the same request sent again is the same command.
  const key = idempotencyKey ?? createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return answerOnce(
    tx,
    { tenantId: link.tenantId, key: `${link.tokenHash.toString('hex')} ${key}`, request },
    async () => {
      await accept(tx, deps, link, acceptance);
      return PROCESSED;
    },
  );
}

async function accept(
  tx: Tx,
  deps: Pick<Deps, 'publicOrigin'>,
  link: PresentedLink,
  { commissionPercent, dealId: namedDealId, version, messageHtml, fileIds }: Acceptance,
): Promise<void> {
  const { tenantId } = link;
  refuseClosed(link);
  await requireDealOf(tx, link, namedDealId);
  if (!(await consumeLink(tx, link)))
    throw new Refusal((await isUsedLink(tx, link)) ? 'link_used' : 'link_expired');

  const offer = await lockOffer(tx, link);
  if (version !== undefined && offer.version !== version) throw new Refusal('offer_changed');
  if (!isAllowedCommission(commissionPercent, rate(offer.commissionPercent)))
    throw new Refusal('commission_not_allowed');
  const bodyHtml = storedMessage(messageHtml);
  await agreeTerms(tx, tenantId, offer, commissionPercent);

  const { dealId, brokerName: authorName } = offer;
  const way = await readWayOfLink(tx, link);
  const note = { tenantId, dealId, authorName, authorRole: ROLE, isPinned: false };
  const { id: noteId } = await tx
    .insertInto('dealNotes')
    .values({ ...note, kind: 'Offer', bodyHtml })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('dealNotes')
    .values({ ...note, kind: 'Activity', bodyHtml: `${ACTIVITY}${wayInNote(way)}` })
    .execute();
  await requestContract(tx, tenantId, dealId);
  const attached = fileIds ?? (await cleanFilesOf(tx, link));
  await attachFiles(tx, link, { dealId, fileIds: attached });
  await queueMails(tx, deps, { tenantId, offerId: offer.id, noteId });
  await recordAudit(tx, {
    actorId: null,
    action: 'offer accepted',
    subject: `offer ${offer.id}`,
    details: {
      commissionPercent: commissionPercent.toFixed(),
      files: attached.length,
      ...wayInTrail(way),
    },
  });
}

type LockedOffer = Awaited<ReturnType<typeof lockOffer>>;

/**
 * Locks the deal and then its offer, in the same order as an import, until the transaction ends. Refuses unless both still
 * wait for the broker.
 */
async function lockOffer(tx: Tx, link: PresentedLink) {
  const offer = await offerOf(tx, link)
    .select([
      'offer.id',
      'offer.dealId',
      'offer.status',
      'offer.version',
      'offer.amountCents as amount',
      'offer.buyRate',
      'offer.commissionPercent',
      'offer.termDays',
      'offer.paymentFrequency',
      'deal.status as dealStatus',
      'broker.name as brokerName',
    ])
    .forUpdate(['deal', 'offer'])
    .executeTakeFirst();
  if (!offer) throw new Refusal('offer_closed');
  refuseUnlessMade(offer.status);
  const isAcceptable = ACCEPTABLE_IN.some((status) => status === offer.dealStatus);
  if (!isAcceptable || (await hasAcceptedOffer(tx, link.tenantId, offer.dealId)))
    throw new Refusal('offer_closed');
  return offer;
}

async function hasAcceptedOffer(tx: Tx, tenantId: string, dealId: bigint): Promise<boolean> {
  const accepted = await tx
    .selectFrom('offers')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .where('status', '=', OFFER_STATUS.accepted)
    .executeTakeFirst();
  return accepted !== undefined;
}

/** Computes the terms from the commission alone. Other prices that a browser may send are never read. */
async function agreeTerms(
  tx: Tx,
  tenantId: string,
  offer: LockedOffer,
  commissionPercent: Rate,
): Promise<void> {
  const terms = termsAtCommission({
    amount: offer.amount,
    buyRate: rate(offer.buyRate),
    commissionPercent,
    termDays: offer.termDays,
    paymentFrequency: offer.paymentFrequency as PaymentFrequency,
  });
  const { numUpdatedRows } = await tx
    .updateTable('offers')
    .set({
      status: OFFER_STATUS.accepted,
      commissionPercent: commissionPercent.toFixed(),
      factorRate: terms.factorRate.toFixed(),
      paybackAmountCents: terms.paybackAmount,
      paymentCents: terms.payment,
      version: sql<number>`version + 1`,
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', offer.id)
    .where('status', '=', OFFER_STATUS.made)
    .where('version', '=', offer.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal('offer_changed');
}

/** Moves the deal to its contract. The change has no user, because nobody of the funder's staff made it. */
async function requestContract(tx: Tx, tenantId: string, dealId: bigint): Promise<void> {
  const steps = STEPS_TO_CONTRACT.map((status) => ({
    tenantId,
    dealId,
    status,
    nextProcessorRole: NEXT_PROCESSOR,
    reason: ACTIVITY,
    changedBy: null,
    // now() would give both steps the same time, and sorting by time would lose their order.
    changedAt: sql<Date>`clock_timestamp()`,
  }));
  for (const step of steps) await tx.insertInto('dealStatusChanges').values(step).execute();
  await tx
    .updateTable('deals')
    .set({ status: 'Contract Request', nextProcessorRole: NEXT_PROCESSOR })
    .where('tenantId', '=', tenantId)
    .where('id', '=', dealId)
    .execute();
}
