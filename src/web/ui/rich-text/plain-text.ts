/** What was typed into the plain field before the editor was loaded, and where the cursor stood. */
export interface PlainText {
  text: string;
  hasFocus: boolean;
  /** Places in the text. */
  from: number;
  to: number;
}

const linesOf = (text: string): string[] => text.split('\n');

/** As the editor would write it: a paragraph for each line. */
export const htmlOf = (text: string): string =>
  text === ''
    ? ''
    : linesOf(text)
        .map((line) => `<p>${escaped(line)}</p>`)
        .join('');

const escaped = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The same for the editor itself, without HTML: reading HTML would drop the spaces at the end of a line. */
export const documentOf = (text: string) => ({
  type: 'doc',
  content: linesOf(text).map((line) => ({
    type: 'paragraph',
    content: line === '' ? [] : [{ type: 'text', text: line }],
  })),
});

/** The editor's position for a place in the text. It counts the beginning and the end of each paragraph. */
export const positionOf = (text: string, place: number): number =>
  1 + place + (linesOf(text.slice(0, place)).length - 1);
