import {
  COMPANY_NAME_RULE,
  isMailableCompanyName,
  isMailablePersonName,
} from '../../../shared/domain/mailed-names.ts';
import { Refusal } from '../errors.ts';
import { oneLine } from './letter.ts';

/** Refuses a name that would carry a link into the funder's mails. Each way in that stores the name of a person asks this. */
export function requirePersonName(name: string): void {
  if (!isMailablePersonName(name)) throw new Refusal('name_like_address');
}

/** The same for investors, payees and banks. */
export function requireCompanyName(name: string): void {
  if (!isMailableCompanyName(name)) throw new Refusal('name_like_address', { message: COMPANY_NAME_RULE });
}

/** The first line of a mail. A name that was stored before names were checked may look like an address, and is left out. */
export const greeting = (name: string | null): string =>
  name !== null && isMailablePersonName(oneLine(name)) ? `Hello ${oneLine(name)},` : 'Hello,';
