import { afterEach, expect, test, vi } from 'vitest';
import { stepOfCode, totpUri } from './totp.ts';

afterEach(() => vi.useRealTimers());

/** The secret and a code of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => vi.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });

test('LOGIN-15 a code is that of the standard, and good in its own step and the one after, never before', async () => {
  const code = '287082';
  for (const second of [30, 59, 60, 89]) {
    at(second);
    expect({ second, step: await stepOfCode(SECRET, code) }).toEqual({ second, step: 1n });
  }
  for (const second of [0, 29, 90]) {
    at(second);
    expect({ second, step: await stepOfCode(SECRET, code) }).toEqual({ second, step: null });
  }
});

test('LOGIN-15 spaces as apps show them are no mistake; anything but six digits is', async () => {
  at(59);
  expect(await stepOfCode(SECRET, ' 287 082 ')).toBe(1n);
  for (const typed of ['', '28708', '2870820', '287083', 'abcdef', '２８７０８２'])
    expect(await stepOfCode(SECRET, typed)).toBeNull();
});

test('LOGIN-15 the QR code names the funder and the account', () => {
  const uri = new URL(totpUri(SECRET, 'dana@northgate.example', 'Harbor Capital'));
  expect(decodeURIComponent(uri.pathname)).toContain('Harbor Capital:dana@northgate.example');
  expect(uri.searchParams.get('secret')).toBe(SECRET);
  expect(uri.searchParams.get('issuer')).toBe('Harbor Capital');
});
