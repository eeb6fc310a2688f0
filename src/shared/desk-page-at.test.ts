import { expect, test } from 'vitest';
import { deskPageAt } from './desk-page-at.ts';

test('a page of the desk is found by its path', () => {
  expect(deskPageAt('/desk')).toBe('board');
  expect(deskPageAt('/desk/')).toBe('board');
  expect(deskPageAt('/desk/deals/17')).toBe('deal');
  expect(deskPageAt('/desk/documents/send')).toBe('sendDocuments');
  expect(deskPageAt('/desk/documents/3')).toBe('document');
});

test('an address that is none of the desk’s is none', () => {
  expect(deskPageAt('/desk/deals/17/unknown')).toBeUndefined();
  expect(deskPageAt('/dashboard')).toBeUndefined();
});
