import { expect, test } from 'vitest';
import { pathOf } from './pages.ts';

test('a path is written with its parameters', () => {
  expect(pathOf('start')).toBe('/');
  expect(pathOf('dashboard')).toBe('/dashboard');
  expect(pathOf('offer', { offerId: 12n, token: 'a/b' })).toBe('/offer/12/a%2Fb');
  expect(pathOf('preFunding', { invitePublicId: 'i 1' })).toBe('/prefunding/i%201');
  expect(pathOf('preFunding')).toBe('/prefunding');
});
