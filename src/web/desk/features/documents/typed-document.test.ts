import { expect, test } from 'vitest';
import { problemOf, proposedFor } from './typed-document.ts';

const RECIPIENTS = [{ id: 7n, name: 'Northgate Partners', abbreviation: 'NGP' }];

test('DOC-07 the name of a file proposes who gets it, and one that matches nobody has to be chosen', () => {
  const matched = proposedFor('NGP-1099-2026.pdf', RECIPIENTS);
  expect(matched).toEqual({
    ...{ title: 'Form 1099, 2026', category: 'tax form', taxYear: '2026', to: 'some', syndicateIds: ['7'] },
  });
  expect(problemOf(matched)).toBeNull();
  const unmatched = proposedFor('scan.pdf', RECIPIENTS);
  expect(problemOf(unmatched)).toBe('Please choose who gets it.');
  expect(problemOf({ ...unmatched, to: 'all' })).toBeNull();
});

test('DOC-12 a title is needed, and a tax year is a year', () => {
  const typed = proposedFor('NGP-1099-2026.pdf', RECIPIENTS);
  expect(problemOf({ ...typed, title: ' ' })).toBe('Please give it a title.');
  for (const taxYear of ['26', '1999', 'soon'])
    expect(problemOf({ ...typed, taxYear })).toBe('The tax year is a year such as 2026.');
});
