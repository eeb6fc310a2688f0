/** Words that say what kind of company it is, and nothing about which. */
const LEGAL_FORMS: ReadonlySet<string> = new Set([
  ...['inc', 'incorporated', 'llc', 'lc', 'corp', 'corporation', 'co', 'company', 'ltd', 'limited'],
  ...['lp', 'llp', 'lllp', 'pllc', 'pc', 'plc', 'pa', 'the'],
]);

/** A bank cuts a name off, and people leave its end out: so much of its beginning is the name. */
const BEGINNING = 10;

/**
 * Whether a name in a file is one of those that a merchant has. Capitals, accents, punctuation, legal forms, the order of the words, a
 * name that was cut off and one or two typing errors make no difference. A digit does: it tells one location from another.
 */
export const isNamed = (written: string, names: readonly string[]): boolean =>
  partsOf(written).some((part) => names.flatMap(partsOf).some((name) => areAlike(part, name)));

/** `Harbor Foods LLC dba Joe's Pizza` has two names. */
function partsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’‘`´]/gu, '')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replace(/&|\+/g, ' and ');
  return plain
    .split(/\bd\s*\/\s*b\s*\/\s*a\b|\bdba\b|\ba\s*\/\s*k\s*\/\s*a\b|\baka\b/)
    .map((part) => wordsOf(part).join(' '))
    .filter((part) => part !== '');
}

function wordsOf(part: string): string[] {
  const words = part.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && word !== 'and');
  const telling = words.filter((word) => !LEGAL_FORMS.has(word));
  return telling.length > 0 ? telling : words;
}

function areAlike(one: string, other: string): boolean {
  const [short = '', long = ''] = [joined(one), joined(other)].toSorted((a, b) => a.length - b.length);
  if (short.length >= BEGINNING && long.startsWith(short)) return true;
  return isTypedAlike(short, long) || isTypedAlike(joined(sorted(one)), joined(sorted(other)));
}

const joined = (words: string) => words.replaceAll(' ', '');
const sorted = (words: string) => words.split(' ').toSorted().join(' ');
const digitsOf = (text: string) => text.replace(/\P{N}/gu, '');

function isTypedAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  const allowed = shorter < 4 ? 0 : shorter < BEGINNING ? 1 : 2;
  return (
    Math.abs(one.length - other.length) <= allowed &&
    digitsOf(one) === digitsOf(other) &&
    typingErrors(one, other) <= allowed
  );
}

/** How many letters are wrong, missing, too many, or swapped with the next one. */
function typingErrors(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped ? [(before[column - 2] ?? 0) + 1] : []),
      );
    }
    [before, above] = [above, current];
  }
  return above[other.length] ?? 0;
}
