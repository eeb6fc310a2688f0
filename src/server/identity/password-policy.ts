import commonPasswords from 'fxa-common-password-list';
import { isLongEnough, isShortEnough } from '../../shared/domain/password-rules.ts';
import { Refusal } from '../platform/errors.ts';

/** The rules for every new password, wherever it is chosen. */
export function requireAcceptablePassword(password: string): void {
  if (!isLongEnough(password)) throw new Refusal('password_too_short');
  if (!isShortEnough(password)) throw new Refusal('password_too_long');
  if (commonPasswords.test(password.toLowerCase())) throw new Refusal('password_too_common');
}
