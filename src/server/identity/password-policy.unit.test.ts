import { expect, test } from 'vitest';
import { Refusal } from '../platform/errors.ts';
import { requireAcceptablePassword } from './password-policy.ts';

const NAMES = [
  'Syndicate Portal',
  'Dana Müller',
  'dmuller',
  'dana.muller@northgate.example',
  'Northgate Holdings LLC',
  'NGH',
  'Harbor Capital',
];

function verdict(password: string): string {
  try {
    requireAcceptablePassword(password, NAMES);
    return 'accepted';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
}

test.each([
  'P@ssw0rd123',
  'Summer2026!',
  '$ummer2026',
  'Winter2025',
  'Welcome123!',
  'Qwertyuiop1!',
  'P4ssword2026',
  'Letmein2026',
  'November2026',
  'Chicago2026!',
  '!!Monday01!!',
  'drowssap1',
  'summersummer1',
  'passwordpassword',
  'aaaaaaaaaaaaaaaaaaaaaaaa',
  'Iloveyou2!',
  '12345678a',
])('PWD-03 %s is refused as too common', (password) => {
  expect(verdict(password)).toBe('password_too_common');
});

test.each([
  'Dana2026!x',
  'danamuller',
  'D4n4-Mu11er!',
  'MüllerDana77',
  'dmuller-2026',
  'Northgate1',
  'N0rthg@te!!',
  'HarborCapital1',
  'harbor.northgate',
  'HoldingsNorthgateLLC9',
  'SyndicatePortal1',
])('PWD-03 %s is refused because of a name in it', (password) => {
  expect(verdict(password)).toBe('password_has_name');
});

test.each([
  'correct horse battery',
  'zebra-quartz-lemon',
  'a long enough secret of nobody',
  'Tr0ub4dor&3',
  'x7Gk2pQz',
  'harbor lights over the bay',
  'Dana likes long walks',
  'пароль не простой',
  '密码很长很长很长很长',
])('PWD-03 %s is accepted', (password) => {
  expect(verdict(password)).toBe('accepted');
});

test('PWD-03 the longest and most contrived passwords do not keep the server busy', () => {
  verdict('warm up the lists');
  for (const part of ['p@$$w0rd', '4@8({[<3369&#!1|0$5+7%2', 'dana', 'ab', '1.1.2011', 'a'])
    expect(timeOf(() => verdict(part.repeat(128).slice(0, 128)))).toBeLessThan(1000);
});

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
