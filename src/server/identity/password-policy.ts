import commonPasswords from 'fxa-common-password-list';
import { isLongEnough } from '../../shared/domain/password-rules.ts';
import { Refusal } from '../errors.ts';

/** What every new password must be, wherever it is chosen. */
export function requireAcceptable(password: string): void {
  if (!isLongEnough(password)) throw new Refusal('password_too_short');
  if (commonPasswords.test(password.toLowerCase())) throw new Refusal('password_too_common');
}
