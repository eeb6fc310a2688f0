/** Several times the tags of the longest message that the editor makes. */
const MOST_TAGS = 5_000;
/** The editor nests lists and quotations a few levels deep. */
const DEEPEST = 100;

const TAG = /<(\/?)([a-z][a-z0-9]*)?/gi;
/** Tags that may stay open in correct HTML: they have no content, or the next one closes them. */
const OFTEN_OPEN = new Set(['br', 'hr', 'img', 'p', 'li', 'td', 'th', 'tr', 'dt', 'dd', 'col', 'option']);

/**
 * Whether HTML has more tags, or nests them deeper, than anything a person writes. The sanitizer compares every tag with those
 * that are still open, so deep nesting takes it seconds. This count reads the text once and stops at the limit.
 */
export function isTooFormatted(html: string): boolean {
  let tags = 0;
  let depth = 0;
  for (const [, isClosing, name] of html.matchAll(TAG)) {
    tags += 1;
    if (name !== undefined && !OFTEN_OPEN.has(name.toLowerCase()))
      depth = Math.max(0, depth + (isClosing ? -1 : 1));
    if (tags > MOST_TAGS || depth > DEEPEST) return true;
  }
  return false;
}
