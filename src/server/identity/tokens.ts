import { hashToken } from '../platform/crypto/random-tokens.ts';

export const ACCESS_TOKEN_SECONDS = 5 * 60;
export const SESSION_SECONDS = 8 * 60 * 60;
export const REMEMBERED_SESSION_SECONDS = 30 * 24 * 60 * 60;
/** From the last sign-in with Remember me on; whatever became of its session. */
export const REMEMBERED_BROWSER_SECONDS = 30 * 24 * 60 * 60;
/** Two tabs may present the same refresh token within a moment of each other; later than this it is theft. */
export const REPLACED_TOKEN_GRACE_SECONDS = 10;

/**
 * A session's or a remembered browser's token is good at the name at which it was given and at no other, as the browser's cookie is: whoever has a
 * tenant's name led elsewhere for an hour has not got the key to anything but that tenant's portal.
 */
export const hashSessionToken = (token: string, { host }: { host: string | null }): Buffer =>
  hashToken(host === null ? token : `${host} ${token}`);
