import { expect, test } from 'vitest';
import { pageAt } from '../../../shared/page-at.ts';
import { PAGES, type PageName } from '../../../shared/pages.ts';
import { ROUTE_PATHS } from './page-paths.ts';

test('a path is recognized with any parameters, and nothing else is', () => {
  const found = (path: string) => pageAt(path);
  expect(found('/')).toBe('start');
  expect(found('/login')).toBe('signIn');
  expect(found('/dashboard/')).toBe('dashboard');
  expect(found('/offer/12/token')).toBe('offer');
  expect(found('/prefunding')).toBe('preFunding');
  expect(found('/prefunding/a/b/c')).toBe('preFunding');
  for (const path of ['/offer/12', '/fcs', '/prefunding/a/b/c/d', '/dashboards', '/api/dashboard'])
    expect(found(path), path).toBeUndefined();
});

test('ROUTE-02 the server answers at every page, with and without its optional parameters', () => {
  expect(ROUTE_PATHS).toContain('/');
  expect(ROUTE_PATHS).toContain('/offer/:offerId/:token');
  expect(ROUTE_PATHS.filter((path) => path.startsWith('/prefunding'))).toEqual([
    '/prefunding',
    '/prefunding/:invitePublicId',
    '/prefunding/:invitePublicId/:syndicate',
    '/prefunding/:invitePublicId/:syndicate/:history',
  ]);
  const answered = new Set(
    ROUTE_PATHS.filter((path) => !path.startsWith('/desk')).map((path) => pageAt(path)),
  );
  expect([...answered].sort()).toEqual((Object.keys(PAGES) as PageName[]).sort());
});
