import * as z from 'zod/mini';
import { keep, readKept } from '../../lib/kept-in-browser.ts';

const draft = z.object({
  commissionPercent: z.number(),
  messageHtml: z.string(),
  /** Sent with every attempt, so that an attempt whose response was lost is not executed twice. */
  idempotencyKey: z.string(),
});

export type OfferDraft = z.output<typeof draft>;

const drafts = z.record(z.string(), draft);

/** What the broker has entered for each offer, for after a reload or a network failure. The link itself is not stored. */
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
