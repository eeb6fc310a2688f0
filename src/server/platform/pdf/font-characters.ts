/** What the standard fonts of PDF have beyond Latin-1 (Windows-1252). */
const MORE = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

const isInStandardFonts = (character: string): boolean =>
  /[\u0020-\u007e\u00a0-\u00ff]/.test(character) || MORE.includes(character);

/**
 * The text in the characters that a font has, because a PDF would show wrong ones or none for all others: without an accent that the
 * font does not have, and with a question mark where nothing comes close.
 */
export const inCharacters = (text: string, isThere: (character: string) => boolean): string =>
  Array.from(text.replace(/\s+/g, ' ').trim(), (character) => {
    if (isThere(character)) return character;
    const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(isThere) ? plain : plain === '' ? '' : '?';
  }).join('');

/** The text in the characters of a PDF's standard fonts. */
export const inWinAnsi = (text: string): string => inCharacters(text, isInStandardFonts);
