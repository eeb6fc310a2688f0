import { IDLE_SECONDS } from '../../shared/domain/idle-limits.ts';
import { hashToken } from '../platform/crypto/random-tokens.ts';

export const ACCESS_TOKEN_SECONDS = 5 * 60;
export const SESSION_SECONDS = 8 * 60 * 60;
export const REMEMBERED_SESSION_SECONDS = 30 * 24 * 60 * 60;
/** Counted from the last sign-in with Remember me, whatever happened to its session. */
export const REMEMBERED_BROWSER_SECONDS = 30 * 24 * 60 * 60;
/** Two tabs may present the same refresh token within a moment of each other. They share its successor. */
export const REPLACED_TOKEN_GRACE_SECONDS = 10;
/**
 * So long a replaced token may be presented again by whoever did not get the answer with its successor. A page that was answered at
 * its second try, without the cookie, comes back only when its access token expires; after the idle limit nobody comes back.
 */
export const LOST_RENEWAL_SECONDS = IDLE_SECONDS;

/**
 * The token of a session or of a remembered browser is valid only at the host name at which it was issued, like the
 * cookie that holds it. Somebody who takes over a tenant's host name for an hour gets access to nothing but that tenant's
 * portal.
 */
export const hashSessionToken = (token: string, { host }: { host: string | null }): Buffer =>
  hashToken(host === null ? token : `${host} ${token}`);
