import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** An encrypted value: nonce, ciphertext and tag together, and the id of the key. */
export interface Sealed {
  cipher: Buffer;
  keyId: string;
}

/** Where a value is stored: table, row and column. It cannot be decrypted anywhere else. */
export type Place = readonly [table: string, row: string, column: string];

export interface Encryption {
  /** The id of the key that encrypts new values. */
  keyId: string;
  /** Whether values encrypted with this key can be decrypted. */
  opens(keyId: string): boolean;
  seal(plain: string, place: Place): Sealed;
  open(sealed: Sealed, place: Place): string;
  /** The same value, encrypted with the current key. */
  reseal(sealed: Sealed, place: Place): Sealed;
  /**
   * Keyed hashes of a value in a place. Equal values give equal hashes, and without the key a hash reveals nothing. The
   * first is made with the current key, the others with the previous keys.
   */
  fingerprints(plain: string, place: Place): [Buffer, ...Buffer[]];
}

export interface EncryptionKeys {
  key: Buffer;
  /** Previous keys, which still decrypt what they encrypted. */
  oldKeys?: readonly Buffer[];
}

/** AES-256-GCM with a new nonce for each value. */
export function createEncryption({ key, oldKeys = [] }: EncryptionKeys): Encryption {
  const keys = new Map([...oldKeys, key].map((one) => [idOf(one), one]));
  const keyId = idOf(key);
  const encryption: Encryption = {
    keyId,
    opens: (id) => keys.has(id),
    seal(plain, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(place, keyId));
      const parts = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return { cipher: Buffer.concat(parts), keyId };
    },
    open(sealed, place) {
      const keyOfValue = keys.get(sealed.keyId);
      if (!keyOfValue) throw new Error('This value was encrypted with another key.');
      const { cipher: bytes } = sealed;
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('This is no encrypted value.');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', keyOfValue, nonce, { authTagLength: TAG_BYTES })
        .setAAD(associatedData(place, sealed.keyId))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([plain, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error(`This value was not encrypted for ${place.join(', ')}.`, { cause });
      }
    },
    reseal: (sealed, place) => encryption.seal(encryption.open(sealed, place), place),
    fingerprints: (plain, place) => [
      fingerprint(key, plain, place),
      ...oldKeys.map((old) => fingerprint(old, plain, place)),
    ],
  };
  return encryption;
}

const fingerprint = (key: Buffer, plain: string, place: Place): Buffer =>
  createHmac('sha256', createHmac('sha256', key).update('fingerprints').digest())
    .update(associatedData(place, idOf(key)))
    .update('\0')
    .update(plain)
    .digest();

function idOf(key: Buffer): string {
  if (key.length !== 32) throw new TypeError('An encryption key is 32 bytes.');
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16);
}

function associatedData(place: Place, keyId: string): Buffer {
  if (place.some((part) => part.includes('|'))) throw new TypeError("A place's parts hold no '|'.");
  return Buffer.from([...place, keyId].join('|'));
}
