/**
 * Letters of these alphabets look like Latin ones: a Greek capital Nu and an N are one to a reader. A name of an investor says to whom money goes, so
 * it never has both, and a short name is Latin.
 */
const LOOKS_LATIN =
  /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;

/** Line breaks, other controls, and what takes no place on the screen, such as a zero-width space. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** A name as it is kept: one form of each letter, and one blank between words. */
export const cleanName = (text: string): string => text.normalize('NFKC').trim().replace(/ +/g, ' ');

/** Whether nobody can take a clean name for another one that is written otherwise. */
export const isPlainName = (name: string): boolean =>
  !HIDDEN.test(name) && !(LOOKS_LATIN.test(name) && /\p{Script=Latin}/u.test(name));

export const isPlainShortName = (name: string): boolean => isPlainName(name) && !LOOKS_LATIN.test(name);

/** Two names with the same key are one to a reader. The database compares by the same (`name_key`). */
export const nameKey = (name: string): string => cleanName(name).toLowerCase();
