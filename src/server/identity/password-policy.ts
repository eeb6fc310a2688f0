import { isLongEnough, isShortEnough } from '../../shared/domain/password-rules.ts';
import { Refusal } from '../platform/errors.ts';
import { isMadeOfNames, isTooCommon } from './guessable-passwords.ts';

/** The rules for every new password, wherever it is chosen. The names are those that whoever guesses would try first. */
export function requireAcceptablePassword(password: string, names: readonly string[]): void {
  if (!isLongEnough(password)) throw new Refusal('password_too_short');
  if (!isShortEnough(password)) throw new Refusal('password_too_long');
  if (isMadeOfNames(password, names)) throw new Refusal('password_has_name');
  if (isTooCommon(password)) throw new Refusal('password_too_common');
}
