import { expect, test } from 'vitest';
import { appPath } from './app-path.ts';

const origin = 'https://portal.example';

test.each(['/dashboard', '/dashboard?view=detailed', '/fcs/abc#notes', '/prefunding/a/1/2'])(
  'ROUTE-06 %s is a path of the portal',
  (path) => {
    expect(appPath(path, origin)).toBe(path);
  },
);

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '\\\\evil.example',
  ' //evil.example',
  'https://evil.example/dashboard',
  'https://portal.example.evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'dashboard',
  '',
  undefined,
  42,
  ['/dashboard'],
])('ROUTE-06 %j is not followed', (address) => {
  expect(appPath(address, origin)).toBeUndefined();
});
