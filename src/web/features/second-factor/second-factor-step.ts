import type { Passkey } from './second-factor.api.ts';

/** The dialog that is open in the section. */
export type Step =
  | { kind: 'add app' }
  | { kind: 'add passkey' }
  | { kind: 'remove app' }
  | { kind: 'remove passkey'; passkey: Passkey }
  | { kind: 'new codes' }
  | { kind: 'codes'; codes: readonly string[] };
