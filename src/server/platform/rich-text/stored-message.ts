import { MAX_MESSAGE_BYTES } from '../../../shared/domain/offer-files.ts';
import { Refusal } from '../errors.ts';
import { cleanHtml } from './clean-html.ts';
import { isTooFormatted } from './markup-limits.ts';

/** Room for markup that the cleaning removes, such as the styles of a word processor. */
const MAX_SENT_BYTES = 2 * MAX_MESSAGE_BYTES;

/**
 * The message in the form in which it is stored. Cleaning is by far the most expensive step of a request that carries one, so
 * callers first check who writes and whether the message is accepted at all.
 */
export function storedMessage(html: string): string {
  if (Buffer.byteLength(html) > MAX_SENT_BYTES) throw new Refusal('message_too_long');
  if (isTooFormatted(html)) throw new Refusal('message_too_formatted');
  const kept = cleanHtml(html);
  if (Buffer.byteLength(kept) > MAX_MESSAGE_BYTES) throw new Refusal('message_too_long');
  return kept;
}
