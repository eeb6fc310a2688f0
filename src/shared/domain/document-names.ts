import { beginningOf } from './beginning-of.ts';
import type { DocumentCategory } from './documents.ts';

interface Abbreviated {
  abbreviation: string;
}

export interface ReadName<S> {
  /** Null where the name begins with the abbreviation of no syndicate, or fits several equally well. */
  syndicate: S | null;
  title: string;
  category: DocumentCategory;
  taxYear: number | null;
}

const FORMS: readonly (readonly [pattern: RegExp, title: string])[] = [
  [/(^|[^a-z0-9])1099([^0-9]|$)/i, 'Form 1099'],
  [/(^|[^a-z0-9])k[-_ ]?1([^0-9]|$)/i, 'Schedule K-1'],
];

const WORDS: readonly (readonly [pattern: RegExp, category: DocumentCategory])[] = [
  [/(^|[^a-z])(tax|w-?9|1065|1042)([^a-z0-9]|$)/i, 'tax form'],
  [/agreement|contract|amendment/i, 'agreement'],
  [/letter|notice/i, 'letter'],
];

/**
 * What the name of a file says about the document: `NGP-1099-2026.pdf` is the Form 1099 of 2026 for the syndicate NGP. Somebody
 * confirms it before anything is sent.
 */
export function readDocumentName<S extends Abbreviated>(
  fileName: string,
  syndicates: readonly S[],
): ReadName<S> {
  const name = fileName.replace(/\.[a-z0-9]{1,5}$/i, '');
  const syndicate = syndicateOf(name, syndicates);
  const rest = syndicate ? name.slice(syndicate.abbreviation.length) : name;
  const form = FORMS.find(([pattern]) => pattern.test(rest))?.[1];
  const taxYear = yearIn(rest);
  const words = rest.replace(/[-_\s]+/g, ' ').trim();
  return {
    syndicate,
    title: form ? `${form}${taxYear === null ? '' : `, ${taxYear}`}` : beginningOf(words || name, 200),
    category: form ? 'tax form' : (WORDS.find(([pattern]) => pattern.test(rest))?.[1] ?? 'other'),
    taxYear,
  };
}

/**
 * The longest one counts: a file of `NGP-2` is not one of `NGP`. The abbreviation must end where the name has a separator. Of two that differ
 * in nothing but capitals it is the one that is written so; otherwise nobody knows whose it is.
 */
function syndicateOf<S extends Abbreviated>(name: string, syndicates: readonly S[]): S | null {
  const fitting = syndicates.filter(({ abbreviation }) => beginsWith(name, abbreviation));
  const most = Math.max(0, ...fitting.map(({ abbreviation }) => abbreviation.length));
  const longest = fitting.filter(({ abbreviation }) => abbreviation.length === most);
  const [only = null, ...others] = longest;
  return (
    longest.find(({ abbreviation }) => name.startsWith(abbreviation)) ?? (others.length > 0 ? null : only)
  );
}

function beginsWith(name: string, abbreviation: string): boolean {
  if (!name.toLowerCase().startsWith(abbreviation.toLowerCase())) return false;
  const next = name[abbreviation.length];
  return next === undefined || /[-_ .]/.test(next);
}

function yearIn(text: string): number | null {
  const year = /(?:^|[^0-9])(20[0-9]{2})(?:[^0-9]|$)/.exec(text)?.[1];
  return year === undefined ? null : Number(year);
}
