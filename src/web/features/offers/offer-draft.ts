import * as z from 'zod/mini';
import { keep, readKept } from '../../lib/kept-in-browser.ts';

const draft = z.object({
  commissionPercent: z.number(),
  messageHtml: z.string(),
  /** Sent with every attempt, so that one whose answer was lost is not made twice. */
  idempotencyKey: z.string(),
});

export type OfferDraft = z.output<typeof draft>;

const drafts = z.record(z.string(), draft);

/** What the broker had entered before a reload or a dead network, by offer. The link itself is not kept. */
export const readDraft = (offerId: bigint): OfferDraft | null => readAll()[String(offerId)] ?? null;

export const keepDraft = (offerId: bigint, kept: OfferDraft): void =>
  keep('offerDrafts', JSON.stringify({ ...readAll(), [String(offerId)]: kept }));

export function forgetDraft(offerId: bigint): void {
  const { [String(offerId)]: _, ...others } = readAll();
  keep('offerDrafts', JSON.stringify(others));
}

function readAll(): Record<string, OfferDraft> {
  try {
    return drafts.parse(JSON.parse(readKept('offerDrafts') ?? '{}'));
  } catch {
    return {};
  }
}
