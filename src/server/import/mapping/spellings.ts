import { wordKey } from '../../../shared/domain/cell-values.ts';
import { ANOTHER_NAME } from '../../../shared/domain/import-runs.ts';
import { similarNames } from '../../../shared/domain/similar-names.ts';
import type { FieldRow } from './read-fields.ts';

/** Every name is compared with every other one, and a funder has fewer investors. */
const MOST_NAMES = 500;

interface Rows {
  investors: readonly FieldRow[];
  shares: readonly FieldRow[];
}

/**
 * Finds the other name in the files that a new investor's name may be a spelling of, as a meaning. A name in the file of investors comes
 * first, then the name with more shares, so that of several spellings one is never offered another.
 */
export function spellingsIn(
  { investors, shares }: Rows,
  isKnown: (name: string) => boolean,
): (name: string) => string[] {
  const countOf = new Map<string, { name: string; count: number }>();
  const count = (name: string, rows: number) => {
    if (name === '' || isKnown(name)) return;
    const known = countOf.get(wordKey(name));
    if (known) known.count += rows;
    else countOf.set(wordKey(name), { name, count: rows });
  };
  for (const { values } of investors) count(values['name'] ?? '', shares.length + 1);
  for (const { values } of shares) count(values['syndicate'] ?? '', 1);
  const names = [...countOf.values()].toSorted((one, other) => other.count - one.count);
  if (names.length > MOST_NAMES) return () => [];
  const meaningOf = new Map(
    names.flatMap(({ name }, place) => {
      const [like] = similarNames(names.slice(0, place))(name);
      return like ? [[wordKey(name), `${ANOTHER_NAME}${like.name}`]] : [];
    }),
  );
  return (name) => {
    const meaning = meaningOf.get(wordKey(name));
    return meaning === undefined ? [] : [meaning];
  };
}
