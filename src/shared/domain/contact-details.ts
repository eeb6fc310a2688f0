export const PHONE_TYPES = ['Mobile', 'Office', 'Home', 'Other'] as const;
export type PhoneType = (typeof PHONE_TYPES)[number];

/** A phone number in any usual notation with at least ten digits: '(216) 555-0134', '+1 216.555.0134'. */
export const isPhoneNumber = (text: string): boolean =>
  /^\+?[\d\s().-]{10,25}$/.test(text) && text.replaceAll(/\D/g, '').length >= 10;

/** A ZIP code such as '44301' or '44301-1234'. */
export const isZip = (text: string): boolean => /^\d{5}(-\d{4})?$/.test(text);
