import { dictionary } from '@zxcvbn-ts/language-common';
import commonPasswords from 'fxa-common-password-list';

/** Around a word, fewer digits and signs than this are what people add when they are told to. */
const ENOUGH_AROUND_A_WORD = 8;
/** Fewer letters than this beside a name add nothing. */
const ENOUGH_BESIDE_A_NAME = 4;
const SHORTEST_NAME = 3;
const FEWEST_DIFFERENT = 4;

/** Letters as people write them with other signs. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '!': 'i',
  '1': 'i',
  '|': 'l',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
};

let words: ReadonlySet<string> | undefined;
const isCommonWord = (text: string): boolean => {
  words ??= new Set(dictionary['passwords-common']);
  return words.has(text);
};

const isCommon = (text: string): boolean => isCommonWord(text) || commonPasswords.test(text);

/**
 * Whether a password is one of those that are known from breaches, or made from one as people do it: letters replaced by
 * look-alikes, digits and signs around it, written twice or backwards. Summer2026! and P@ssw0rd123 are.
 */
export function isTooCommon(password: string): boolean {
  const whole = fold(password);
  if (isCommon(whole) || new Set(whole).size < FEWEST_DIFFERENT) return true;
  return coresOf(whole).some(
    ({ core, around }) =>
      around < ENOUGH_AROUND_A_WORD && [core, once(core), [...core].toReversed().join('')].some(isCommon),
  );
}

/** Whether little is left of a password without the given names, in whatever way they are written. */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const parts = [...new Set(names.flatMap(partsOf))].toSorted((a, b) => b.length - a.length);
  return coresOf(fold(password)).some(({ core }) => {
    const letters = lettersIn(core);
    const left = parts.reduce((rest, part) => rest.replaceAll(part, ''), letters);
    if (left === letters) return false;
    return left.length < ENOUGH_BESIDE_A_NAME || isCommonWord(left);
  });
}

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const lettersIn = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

/** A name whole and in its words; of a mail address also what stands before and after the at sign. */
function partsOf(name: string): string[] {
  const found = fold(name).split(/[^\p{L}]+/u);
  return [...found, lettersIn(fold(name))].filter((part) => part.length >= SHORTEST_NAME);
}

/** What a password may be once the signs around it are taken off and the look-alikes are read as letters. */
function coresOf(whole: string): { core: string; around: number }[] {
  const trimmed = [
    whole,
    whole.replace(/[^\p{L}]+$/u, ''),
    whole.replace(/^[^\p{L}]+/u, ''),
    whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''),
  ];
  return trimmed.flatMap((core) => {
    const around = whole.length - core.length;
    const [read, readOtherwise] = [core, core.replaceAll('1', 'l')].map((text) =>
      [...text].map((sign) => WRITTEN_AS[sign] ?? sign).join(''),
    ) as [string, string];
    return [...new Set([core, read, readOtherwise].flatMap((text) => [text, lettersIn(text)]))]
      .filter((text) => text.length >= SHORTEST_NAME)
      .map((text) => ({ core: text, around: around + core.length - text.length }));
  });
}

/** A text that is the same twice or more often, once. */
const once = (text: string): string => /^(.{3,}?)\1+$/u.exec(text)?.[1] ?? text;
