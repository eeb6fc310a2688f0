import { sql } from 'kysely';
import { MAX_MESSAGE_BYTES } from '../../shared/domain/offer-files.ts';
import { Refusal } from '../platform/errors.ts';
import { cleanHtml } from '../platform/rich-text/clean-html.ts';

/** Within this time, the same message counts as a double click or as a retry after a lost answer. */
export const SAME_WITHIN = sql`interval '10 minutes'`;

/** The message in the form in which it is stored. */
export function storedMessage(html: string): string {
  const kept = cleanHtml(html);
  if (Buffer.byteLength(kept) > MAX_MESSAGE_BYTES) throw new Refusal('message_too_long');
  return kept;
}
