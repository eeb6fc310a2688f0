import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createEncryption, type Place } from './encryption.ts';

const key = randomBytes(32);
const encryption = createEncryption({ key });
const place: Place = ['user_totp', '7', 'secret_cipher'];

describe('security rule: what is encrypted opens only whole, in its place and with its key', () => {
  test('what was sealed opens again, and twice the same is never twice the same ciphertext', () => {
    const sealed = encryption.seal('JBSWY3DPEHPK3PXP ü', place);
    expect(encryption.open(sealed, place)).toBe('JBSWY3DPEHPK3PXP ü');
    expect(sealed.cipher.includes('JBSWY3DPEHPK3PXP')).toBe(false);
    expect(encryption.seal('JBSWY3DPEHPK3PXP ü', place).cipher.equals(sealed.cipher)).toBe(false);
  });

  test('a change of any single byte is noticed, and so is a missing part', () => {
    const sealed = encryption.seal('021000021', place);
    for (let index = 0; index < sealed.cipher.length; index += 1) {
      const cipher = Buffer.from(sealed.cipher);
      cipher.writeUInt8(cipher.readUInt8(index) ^ 1, index);
      expect(() => encryption.open({ ...sealed, cipher }, place)).toThrow();
    }
    expect(() => encryption.open({ ...sealed, cipher: sealed.cipher.subarray(0, 20) }, place)).toThrow();
  });

  test('moved to another row, column or table it does not open', () => {
    const sealed = encryption.seal('021000021', place);
    const elsewhere: Place[] = [
      ['user_totp', '8', 'secret_cipher'],
      ['user_totp', '7', 'key_id'],
      ['totp_enrolments', '7', 'secret_cipher'],
    ];
    for (const other of elsewhere) expect(() => encryption.open(sealed, other)).toThrow();
    expect(() => encryption.seal('x', ['a|b', '1', 'c'])).toThrow(TypeError);
  });

  test('another key does not open it, even under the name of the first', () => {
    const sealed = encryption.seal('021000021', place);
    const other = createEncryption({ key: randomBytes(32) });
    expect(() => other.open(sealed, place)).toThrow(/another key/);
    const { keyId } = other.seal('x', place);
    expect(() => other.open({ ...sealed, keyId }, place)).toThrow();
    expect(() => createEncryption({ key: randomBytes(16) })).toThrow(TypeError);
  });

  test('a key of before still opens what it sealed, and seals nothing new', () => {
    const sealed = encryption.seal('021000021', place);
    const newer = createEncryption({ key: randomBytes(32), oldKeys: [randomBytes(32), key] });
    expect(newer.open(sealed, place)).toBe('021000021');
    const again = newer.seal('021000021', place);
    expect([again.keyId, newer.open(again, place)]).toEqual([newer.keyId, '021000021']);
    expect(again.keyId).not.toBe(sealed.keyId);
    expect(() => encryption.open(again, place)).toThrow(/another key/);
    expect(() => newer.open({ ...sealed, keyId: newer.keyId }, place)).toThrow();
  });
});
