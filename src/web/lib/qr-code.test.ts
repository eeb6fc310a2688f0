import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

const KEY_ADDRESS =
  'otpauth://totp/Harbor%20Capital:sam%40bluewater.example?secret=EVG636LG3W4KXX5IMH7BPP6L3K4FCPB6&issuer=Harbor%20Capital';

test('LOGIN-15 a code has as many cells as its text needs at level M', () => {
  expect(qrCode('HELLO').size).toBe(21);
  expect(qrCode(KEY_ADDRESS).size).toBe(45);
});

/** The path that was rendered in a browser and read back by another program (jsQR), with 34 other texts of 5 to 400 characters. */
test('LOGIN-15 the code of a key is drawn as a reader has read it', async () => {
  const bytes = new TextEncoder().encode(qrCode(KEY_ADDRESS).path);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const digest = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(digest).toBe('fb367d3c90f78a3d77e80fa2c0dd2d0989c4e7331659e140dba27b0b035da56d');
});
