import * as z from 'zod/mini';
import { PHONE_TYPES, type PhoneType } from '../domain/contact-details.ts';
import { MAX_CC_ADDRESSES } from '../domain/mail-address.ts';
import { findState, type StateCode } from '../domain/us-states.ts';

// Clients may write a syndicate's contact details in several forms. They are stored and answered in one.

/** A US state, by its code or its name, in any letter case. */
export const givenState = z.codec(
  z.string().check(
    z.maxLength(40),
    z.refine((text) => findState(text) !== undefined),
  ),
  z.custom<StateCode>(),
  { decode: (text) => findState(text) as StateCode, encode: (code) => code },
);

const phoneTypeOf = (text: string): PhoneType | undefined =>
  PHONE_TYPES.find((type) => type.toLowerCase() === text.trim().toLowerCase());

export const givenPhoneType = z.codec(
  z.string().check(
    z.maxLength(20),
    z.refine((text) => phoneTypeOf(text) !== undefined),
  ),
  z.custom<PhoneType>(),
  { decode: (text) => phoneTypeOf(text) as PhoneType, encode: (type) => type },
);

export const mailText = z.string().check(z.maxLength(254));
const mailList = z.array(mailText).check(z.maxLength(MAX_CC_ADDRESSES));
const MAX_LIST_LENGTH = 4096;

/** A list of e-mail addresses, or JSON text that contains one. */
export const givenMails = z.codec(
  z.union([
    mailList,
    z.string().check(
      z.maxLength(MAX_LIST_LENGTH),
      z.refine((text) => listIn(text) !== undefined),
    ),
  ]),
  mailList,
  { decode: (given) => (typeof given === 'string' ? (listIn(given) ?? []) : given), encode: (list) => list },
);

function listIn(text: string): string[] | undefined {
  if (text.trim() === '') return [];
  try {
    return z.safeParse(mailList, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
