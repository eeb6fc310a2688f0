const LONGEST = 60;

/** Characters that a terminal obeys or that nobody sees: controls, and marks that turn the direction of text. */
const UNSEEN = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A value of a file as a message shows it: in quotation marks, shortened, and with control characters spelled out. */
export function shownValue(text: string): string {
  const quoted = JSON.stringify(text.slice(0, LONGEST)).replaceAll(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return text.length > LONGEST ? `${quoted}…` : quoted;
}
