import { expect, test } from 'vitest';
import { XSS_PAYLOADS as PAYLOADS } from '../../testing/xss-payloads.ts';
import { cleanHtml, textOfHtml } from './clean-html.ts';

const TAG = /<\/?([a-z0-9-]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/g;
const TAGS = 'p br hr h1 h2 h3 h4 blockquote pre code strong b em i u s a ul ol li'.split(' ');

/** Returns whatever is neither plain text nor one of the few tags in the form that we write. */
function foreignIn(html: string): string[] {
  const foreign: string[] = [];
  const text = html.replace(TAG, (tag, name: string, attributes: string) => {
    const isPlain = TAGS.includes(name) && attributes === '';
    const isLink =
      name === 'a' &&
      /^ href="(https:\/\/|mailto:)[^"]*" rel="noopener noreferrer nofollow" target="_blank"$/i.test(
        attributes,
      );
    if (!isPlain && !isLink) foreign.push(tag);
    return '';
  });
  if (/[<>]/.test(text)) foreign.push(text);
  return foreign;
}

test(`OFFER-04 security rule: of ${PAYLOADS.length} payloads nothing is stored but text and the editor's own tags`, () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
  for (const payload of PAYLOADS) {
    const cleaned = cleanHtml(payload);
    expect({ payload, foreign: foreignIn(cleaned) }).toEqual({ payload, foreign: [] });
    expect(foreignIn(cleanHtml(cleaned))).toEqual([]);
    expect(cleaned).not.toContain('\0');
  }
});

test('OFFER-04 what the editor makes is kept', () => {
  const written =
    '<h2>Contracts</h2><p>By <strong>E-Sign</strong>, <em>please</em>, <u>to</u> <s>all</s>:</p><ul><li><p>Ann</p></li></ul><ol><li><p>Lee</p></li></ol><blockquote><p>Quoted</p></blockquote><pre><code>1 &lt; 2</code></pre><hr /><p>Line<br />break</p>';
  expect(cleanHtml(written)).toBe(written);
  expect(cleanHtml('<p><a href="https://ok.example/a?b=1" class="x">Link</a></p>')).toBe(
    '<p><a href="https://ok.example/a?b=1" rel="noopener noreferrer nofollow" target="_blank">Link</a></p>',
  );
  expect(cleanHtml('<a href="mailto:a@b.example">Mail</a>')).toContain('href="mailto:a@b.example"');
});

test('OFFER-04 a mail gets the message as lines of text', () => {
  expect(
    textOfHtml(
      '<p>By <strong>E-Sign</strong>.</p><ul><li><p>Tom &amp; Co</p></li></ul><p>1 &lt; 2<br />end</p>',
    ),
  ).toEqual(['By E-Sign.', 'Tom & Co', '1 < 2', 'end']);
});
