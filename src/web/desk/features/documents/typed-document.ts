import { readDocumentName } from '../../../../shared/domain/document-names.ts';
import { type DocumentCategory, FIRST_TAX_YEAR, LAST_TAX_YEAR } from '../../../../shared/domain/documents.ts';
import type { Recipient } from './documents.api.ts';

/** To all syndicates, or to those that are chosen. */
export type To = 'all' | 'some';

/** What the clerk has entered about a file. */
export interface TypedDocument {
  title: string;
  category: DocumentCategory;
  taxYear: string;
  to: To;
  syndicateIds: readonly string[];
}

/** What the name of the file proposes. */
export function proposedFor(fileName: string, recipients: readonly Recipient[]): TypedDocument {
  const { syndicate, title, category, taxYear } = readDocumentName(fileName, recipients);
  return {
    ...{ title, category, taxYear: taxYear === null ? '' : String(taxYear), to: 'some' },
    syndicateIds: syndicate ? [syndicate.id.toString()] : [],
  };
}

/** What keeps it from being published; null if nothing does. */
export function problemOf({ title, taxYear, to, syndicateIds }: TypedDocument): string | null {
  if (title.trim() === '') return 'Please give it a title.';
  if (taxYear !== '' && !isTaxYear(taxYear)) return 'The tax year is a year such as 2026.';
  if (to === 'some' && syndicateIds.length === 0) return 'Please choose who gets it.';
  return null;
}

const isTaxYear = (text: string): boolean =>
  /^\d{4}$/.test(text) && Number(text) >= FIRST_TAX_YEAR && Number(text) <= LAST_TAX_YEAR;
