import { expect, test } from 'vitest';
import { type QrCode, qrCode } from './qr-code.ts';

const KEY_ADDRESS =
  'otpauth://totp/Harbor%20Capital:sam%40bluewater.example?secret=EVG636LG3W4KXX5IMH7BPP6L3K4FCPB6&issuer=Harbor%20Capital';

const drawn = (code: QrCode): string[] =>
  code.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));

test('LOGIN-15 a code is as long as its text needs, with the three corners by which a camera finds it', () => {
  expect(qrCode('HELLO')).toHaveLength(21);
  expect(qrCode(KEY_ADDRESS)).toHaveLength(45);
  expect(qrCode('x'.repeat(400))).toHaveLength(77);
  expect(() => qrCode('x'.repeat(500))).toThrow(RangeError);
  const rows = drawn(qrCode('HELLO'));
  expect(rows.slice(0, 8).map((row) => row.slice(0, 8))).toEqual([
    '#######.',
    '#.....#.',
    '#.###.#.',
    '#.###.#.',
    '#.###.#.',
    '#.....#.',
    '#######.',
    '........',
  ]);
});

/** As zbar read it back, with 34 other texts of 5 to 400 characters. */
test('LOGIN-15 the code of a key is drawn as a reader has read it', async () => {
  const bytes = new TextEncoder().encode(drawn(qrCode(KEY_ADDRESS)).join('\n'));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const digest = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(digest).toBe('63f57e827f0347b0d89c3f4eba5c471cf9e878a13175ad71de026c9d7fc426a6');
});
