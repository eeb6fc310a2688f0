/** The attributes that the sanitizer keeps: where a link leads, and the editor's own mark on what was copied from it. */
export const KEPT_ATTRIBUTES = ['href', 'data-pm-slice'];

const START_OF_TAG = /<[a-z][^\s/>]*/gi;
/** One attribute as a browser reads it, with the space or slash before it, if any. */
const ATTRIBUTE = /[\s/]*(=?[^\s/>=]*)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/y;

/**
 * Takes all other attributes out of HTML before a browser parses it. Chromium reports an event handler to the content security
 * policy already when it parses it, also in a document that never runs anything. The sanitizer decides all the same.
 */
export function withoutOtherAttributes(html: string): string {
  let kept = '';
  let from = 0;
  START_OF_TAG.lastIndex = 0;
  for (let tag = START_OF_TAG.exec(html); tag; tag = START_OF_TAG.exec(html)) {
    ATTRIBUTE.lastIndex = START_OF_TAG.lastIndex;
    for (let found = ATTRIBUTE.exec(html); found; found = ATTRIBUTE.exec(html)) {
      const [whole, name = ''] = found;
      if (name === '') break;
      if (!KEPT_ATTRIBUTES.includes(name.toLowerCase())) {
        kept += `${html.slice(from, found.index)} `;
        from = ATTRIBUTE.lastIndex;
      }
      START_OF_TAG.lastIndex = found.index + whole.length;
    }
  }
  return kept + html.slice(from);
}
