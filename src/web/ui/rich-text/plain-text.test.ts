import { expect, test } from 'vitest';
import { documentOf, htmlOf, positionOf } from './plain-text.ts';

test('what is typed as plain text becomes a paragraph for each line, and no markup', () => {
  expect(htmlOf('')).toBe('');
  expect(htmlOf('a < b & c\n\n<img>')).toBe('<p>a &lt; b &amp; c</p><p></p><p>&lt;img&gt;</p>');
});

test('the editor gets every character of it, and the cursor at the same place', () => {
  const text = 'E-Sign \n\nthen mail';
  const { content } = documentOf(text);
  expect(content.map((line) => line.content.map((part) => part.text).join('')).join('\n')).toBe(text);
  // A paragraph begins and ends with a position of its own.
  expect([0, 7, 8, 9, text.length].map((place) => positionOf(text, place))).toEqual([1, 8, 10, 12, 21]);
});
