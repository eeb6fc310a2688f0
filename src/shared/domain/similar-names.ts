const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What a company is by law, and words without a meaning of their own. */
const LEGAL_FORMS = list(
  'llc lc lp llp lllp pllc inc incorporated corp corporation co company ltd limited plc the and of',
);

/** What a company does, and how that is shortened: investors of different names have them in common. */
const LINES_OF_BUSINESS = list(
  'advisors assets associates cap capital enterprises equity finance financial fund funders funding funds group grp hldgs holding holdings ' +
    'inv invest investment investments investor investors management mgmt partner partners ptnrs synd syndicate syndicates syndication ventures',
);

const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ave: 'avenue',
    ft: 'fort',
    mt: 'mount',
    pk: 'park',
    rd: 'road',
    st: 'street',
    tr: 'trust',
  }),
);

const NUMBER = /^(\d+|i{1,3}|iv|vi{0,3}|ix|x)$/;

interface ReadName {
  /** The words that tell it from others. */
  words: readonly string[];
  /** `II` and `2`: the next fund of the same house is another investor. */
  numbers: string;
  joined: string;
}

function readName(name: string): ReadName {
  const all = name
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’]|(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const named = all.filter((word) => !LEGAL_FORMS.has(word));
  const telling = named.filter((word) => !LINES_OF_BUSINESS.has(word));
  const words = [telling, named, all].find((some) => some.some((word) => !NUMBER.test(word))) ?? all;
  return {
    words: words.filter((word) => !NUMBER.test(word)),
    numbers: all.filter((word) => NUMBER.test(word)).join(' '),
    joined: words.join(''),
  };
}

/** Whether the words differ by one letter that is wrong, missing or too many, or by two that changed places. */
function isSlip(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 5 || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const [restOfShort, restOfLong] = [short.slice(start), long.slice(start)];
  if (short.length < long.length) return restOfShort === restOfLong.slice(1);
  if (restOfShort.slice(1) === restOfLong.slice(1)) return true;
  const swapped = `${restOfShort[1] ?? ''}${restOfShort[0] ?? ''}${restOfShort.slice(2)}`;
  return swapped === restOfLong;
}

/** `conc` for concourse, `pkwy` for parkway, `st` for street. */
function isShortFor(short: string, long: string): boolean {
  if (SHORT_FORMS.get(short) === long) return true;
  if (short.length < 3 || long.length < short.length + 2) return false;
  if (long.startsWith(short)) return true;
  if (short[0] !== long[0] || /[aeiou]/.test(short.slice(1))) return false;
  let place = 0;
  for (const letter of long) if (letter === short[place]) place += 1;
  return place === short.length;
}

const isLikeWord = (one: string, other: string): boolean =>
  one === other || isShortFor(one, other) || isShortFor(other, one) || isSlip(one, other);

/** One short word at the beginning says too little: “First Capital” is not “First Light”. */
const LEAST_LETTERS = 6;

/** How alike two names are: 0 is the same but for legal form, line of business and blanks; null is not alike. */
function distanceOf(one: ReadName, other: ReadName): number | null {
  if (one.numbers !== other.numbers) return null;
  if (one.joined === other.joined) return 0;
  if (isSlip(one.joined, other.joined)) return 1;
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one];
  const isEqual = short.words.some((word, place) => word === long.words[place]);
  if (!isEqual || !short.words.every((word, place) => isLikeWord(word, long.words[place] ?? ''))) return null;
  if (short.words.length === long.words.length) return 1;
  return short.words.length > 1 || short.joined.length >= LEAST_LETTERS ? 2 : null;
}

const MOST = 3;

/**
 * Finds whose name a name may be, the most alike first. Legal forms and lines of business do not count; words may be shortened, written apart or
 * together, or have one letter wrong; and one name may be the beginning of the other.
 */
export function similarNames<T extends { name: string }>(known: readonly T[]): (name: string) => T[] {
  const read = known.map((each) => ({ each, name: readName(each.name) }));
  return (name) => {
    const asked = readName(name);
    return read
      .flatMap(({ each, name: other }) => {
        const distance = distanceOf(asked, other);
        return distance === null ? [] : [{ each, distance }];
      })
      .toSorted((one, other) => one.distance - other.distance)
      .slice(0, MOST)
      .map(({ each }) => each);
  };
}
