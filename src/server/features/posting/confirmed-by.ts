import type { ConfirmedDuplicates } from '../../ledger/day-file/suspected-duplicates.ts';

/** The references of held debits, separated by commas, that somebody confirms, or `all`. Undefined where nothing is confirmed. */
export function confirmedBy(text: string | undefined): ConfirmedDuplicates | undefined {
  if (text === undefined || text === 'all') return text;
  return new Set(text.split(',').map((reference) => reference.trim()));
}
