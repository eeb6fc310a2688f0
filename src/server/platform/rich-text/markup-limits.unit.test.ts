import { expect, test } from 'vitest';
import { isTooFormatted } from './markup-limits.ts';

test.each([
  ['nested tags', '<b>'.repeat(101)],
  ['nested tags of another namespace', '<svg><p>'.repeat(101)],
  ['tags side by side', '<b></b>'.repeat(2_501)],
  ['tags that are never closed', '<p>'.repeat(5_001)],
  ['closing tags alone', '</b>'.repeat(5_001)],
  ['comments', '<!--a-->'.repeat(5_001)],
  ['less-than signs', '<'.repeat(5_001)],
])('ACCESS-08 counts %s before anything is cleaned', (_what, html) => {
  expect(isTooFormatted(html)).toBe(true);
});

test.each([
  ['a long letter', '<p>A line.<br><strong>Bold</strong></p>'.repeat(900)],
  ['paragraphs that nobody closed', '<P>An old note'.repeat(2_000)],
  ['lists in lists', `${'<ul><li>'.repeat(30)}x${'</li></ul>'.repeat(30)}`],
  ['a word processor’s paragraphs', '<p class="x"><span style="y"><o:p>Text</o:p></span></p>'.repeat(800)],
])('ACCESS-08 lets %s pass', (_what, html) => {
  expect(isTooFormatted(html)).toBe(false);
});
