/** What the standard fonts of PDF have beyond Latin-1 (Windows-1252). */
const MORE = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

const isThere = (character: string): boolean =>
  /[\u0020-\u007e\u00a0-\u00ff]/.test(character) || MORE.includes(character);

/**
 * The text in the characters of a PDF's standard fonts, which would write wrong ones for all others: without an accent that they do
 * not have, and with a question mark where nothing comes close.
 */
export const inWinAnsi = (text: string): string =>
  Array.from(text.replace(/\s+/g, ' ').trim(), (character) => {
    if (isThere(character)) return character;
    const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(isThere) ? plain : plain === '' ? '' : '?';
  }).join('');
