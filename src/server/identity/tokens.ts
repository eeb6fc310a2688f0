import { hashToken } from '../platform/crypto/random-tokens.ts';

export const ACCESS_TOKEN_SECONDS = 5 * 60;
export const SESSION_SECONDS = 8 * 60 * 60;
export const REMEMBERED_SESSION_SECONDS = 30 * 24 * 60 * 60;
/** Counted from the last sign-in with Remember me, whatever happened to its session. */
export const REMEMBERED_BROWSER_SECONDS = 30 * 24 * 60 * 60;
/** Two tabs may present the same refresh token within a moment of each other. After this time, it counts as theft. */
export const REPLACED_TOKEN_GRACE_SECONDS = 10;

/**
 * The token of a session or of a remembered browser is valid only at the host name at which it was issued, like the
 * cookie that holds it. Somebody who takes over a tenant's host name for an hour gets access to nothing but that tenant's
 * portal.
 */
export const hashSessionToken = (token: string, { host }: { host: string | null }): Buffer =>
  hashToken(host === null ? token : `${host} ${token}`);
