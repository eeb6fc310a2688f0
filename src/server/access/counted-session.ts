import { hashToken } from '../platform/crypto/random-tokens.ts';
import type { Caller } from './caller.ts';

/**
 * What wrong passwords and codes of a session are counted against besides the account, so that a stolen session gains nothing from a
 * new network address. A funder can issue any number of tickets, so their sessions get no guesses of their own.
 */
export const countedSession = ({ sessionId, isOfOneTenant }: Caller): Buffer | null =>
  isOfOneTenant ? null : hashToken(sessionId);
