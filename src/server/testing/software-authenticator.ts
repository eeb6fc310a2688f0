import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { ORIGIN } from './test-app.ts';

const USER_PRESENT = 0x01;
const HAS_KEY = 0x40;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

export interface Options {
  challenge: string;
}

/** What a dishonest or faulty browser would send differently. */
export interface Lies {
  origin?: string;
  challenge?: string;
  rpId?: string;
  counter?: number;
}

/** A software security key without a PIN: one ES256 key pair, and a counter that increases with each use. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counter = 0;

  const clientData = (type: 'create' | 'get', options: Options, lies: Lies) =>
    JSON.stringify({
      type: `webauthn.${type}`,
      challenge: lies.challenge ?? options.challenge,
      origin: lies.origin ?? ORIGIN,
      crossOrigin: false,
    });

  function authenticatorData(flags: number, lies: Lies): Buffer {
    counter = lies.counter ?? counter + 1;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(lies.rpId ?? new URL(ORIGIN).hostname), tail]);
  }

  return {
    id,

    register(options: Options, lies: Lies = {}) {
      const coseKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        authenticatorData(USER_PRESENT | HAS_KEY, lies),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey,
      ]);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]);
      const response = {
        clientDataJSON: base64url(clientData('create', options, lies)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['usb'],
      };
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
    },

    assert(options: Options, lies: Lies = {}) {
      const clientDataJSON = clientData('get', options, lies);
      const authData = authenticatorData(USER_PRESENT, lies);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey);
      const response = {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      };
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
    },
  };
}
