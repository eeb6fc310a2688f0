import { expect, test } from 'vitest';
import { deskPageAt } from './desk-page-at.ts';

test('a page of the desk is found by its path, with its parameters', () => {
  expect(deskPageAt('/desk')).toEqual({ name: 'board', params: {} });
  expect(deskPageAt('/desk/')).toEqual({ name: 'board', params: {} });
  expect(deskPageAt('/desk/deals/17')).toEqual({ name: 'deal', params: { dealId: '17' } });
  expect(deskPageAt('/desk/documents/send')).toEqual({ name: 'sendDocuments', params: {} });
  expect(deskPageAt('/desk/documents/3')).toEqual({ name: 'document', params: { documentId: '3' } });
});

test('an address that is none of the desk’s is none', () => {
  expect(deskPageAt('/desk/deals/17/unknown')).toBeUndefined();
  expect(deskPageAt('/dashboard')).toBeUndefined();
});
