import { totpPlace } from '../../../src/server/identity/totp.ts';
import { sealNumbers } from '../../../src/server/payout-accounts/bank-numbers.ts';
import type { Encryption } from '../../../src/server/platform/crypto/encryption.ts';
import type { SealNumbers } from './bank-accounts.ts';
import { DEMO_FACTOR } from './people.ts';
import type { SealFactor } from './users.ts';

export interface Seals {
  sealNumbers: SealNumbers;
  sealFactor: SealFactor;
}

/** What is encrypted in the book of a portal that is to open it. */
export const sealsOf = (encryption: Encryption): Seals => ({
  sealNumbers: (account, numbers) => sealNumbers(encryption, account, numbers),
  sealFactor: (userId) => {
    const { cipher, keyId } = encryption.seal(DEMO_FACTOR, totpPlace('user_totp', userId));
    return { secretCipher: cipher, keyId };
  },
});

/** Where nothing is ever opened: needs no key, and is faster. */
export const NOT_SEALED: Seals = {
  sealNumbers: () => ({
    accountNumberCipher: Buffer.from('not a cipher'),
    routingNumberCipher: Buffer.from('not a cipher'),
    keyId: 'none',
  }),
  sealFactor: () => ({ secretCipher: Buffer.from('not a cipher'), keyId: 'none' }),
};
