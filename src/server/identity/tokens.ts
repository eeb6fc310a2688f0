import { createHash, randomBytes } from 'node:crypto';

export const ACCESS_TOKEN_SECONDS = 5 * 60;
export const SESSION_SECONDS = 8 * 60 * 60;
export const REMEMBERED_SESSION_SECONDS = 30 * 24 * 60 * 60;
/** Counted from the last sign-in with Remember me, whatever happened to its session. */
export const REMEMBERED_BROWSER_SECONDS = 30 * 24 * 60 * 60;
/** The browser warns after 7.5 minutes and signs out a minute later. The server allows another half minute. */
export const IDLE_SECONDS = 7.5 * 60 + 60 + 30;
/** Two tabs may present the same refresh token within a moment of each other. After this time, it counts as theft. */
export const REPLACED_TOKEN_GRACE_SECONDS = 10;

/** 256 random bits. The server stores only the hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The token of a session or of a remembered browser is valid only at the host name at which it was issued, like the
 * cookie that holds it. Somebody who takes over a tenant's host name for an hour gets access to nothing but that tenant's
 * portal.
 */
export const hashSessionToken = (token: string, { host }: { host: string | null }): Buffer =>
  hashToken(host === null ? token : `${host} ${token}`);
