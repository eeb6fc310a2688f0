import * as z from 'zod';
import { type CalendarDate, calendarDate, isCalendarDate } from '../../shared/domain/calendar-date.ts';
import { isMailAddress, MAX_CC_ADDRESSES } from '../../shared/domain/mail-address.ts';
import {
  COMPANY_NAME_RULE,
  isMailableCompanyName,
  isMailablePersonName,
  NAME_RULE,
} from '../../shared/domain/mailed-names.ts';
import { parseMoney } from '../../shared/domain/money.ts';
import { FIRST_MONEY_DATE } from '../../shared/domain/money-dates.ts';
import { rate } from '../../shared/domain/rate.ts';
import { isStateCode } from '../../shared/domain/us-states.ts';

// Every cell arrives as trimmed text. An empty cell counts as absent.

const MAX_TEXT_LENGTH = 500;
const MISSING = 'is missing';

export const text = (longest = MAX_TEXT_LENGTH) =>
  z
    .string(MISSING)
    .max(longest, `is longer than ${longest} characters`)
    .refine(isKept, 'has a character that cannot be kept, such as NUL');

/** PostgreSQL cannot store NUL characters or lone surrogates. */
const isKept = (value: string) => !value.includes('\0') && value.isWellFormed();

const inOneLine = (rule: string) => `${rule.charAt(0).toLowerCase()}${rule.slice(1)}`;

/** The name of a person, which mails greet by. */
export const personName = (longest: number) =>
  text(longest).refine(isMailablePersonName, `is refused: ${inOneLine(NAME_RULE)}`);

/** The name of a company, a bank or a broker, which mails say. */
export const companyName = (longest: number) =>
  text(longest).refine(isMailableCompanyName, `is refused: ${inOneLine(COMPANY_NAME_RULE)}`);

/** The funder's own id of a row. */
export const externalId = () => text(100);

/** Refers to a row of another file, or of an earlier import, by its external id. */
export class Reference {
  readonly kind: string;
  readonly externalId: string;

  constructor(kind: string, externalId: string) {
    this.kind = kind;
    this.externalId = externalId;
  }
}

/** The error message for a reference to a row that does not exist. */
export const unknownReference = ({ kind }: Pick<Reference, 'kind'>): string =>
  `is not among the ${kind}, or was bad there`;

export const reference = (kind: string) => externalId().transform((value) => new Reference(kind, value));

export const amount = () =>
  z
    .string(MISSING)
    .regex(/^-?\d{1,10}(\.\d{1,2})?$/, 'is not an amount such as 1250.00')
    .transform(parseMoney);

export const positiveAmount = () => amount().refine((cents) => cents > 0n, 'is not more than 0');

/** Later or earlier, the year is mistyped. */
const isLikelyDate = (day: string): boolean => day >= '1900-01-01' && day < '2100-01-01';

/** How many days ahead of today a bank may have told of a payment. */
const MOST_DAYS_AHEAD = 10;

/** The day of a payment. One far ahead would have the whole book wait for it. */
export const paymentDate = (): z.ZodType<CalendarDate, string> =>
  z
    .string(MISSING)
    .refine(isCalendarDate, { error: 'is not a date such as 2026-11-13', abort: true })
    .refine((day) => day >= FIRST_MONEY_DATE && day <= daysAhead(MOST_DAYS_AHEAD), {
      error: `is before 2000, or more than ${MOST_DAYS_AHEAD} days ahead`,
      abort: true,
    })
    .transform(calendarDate);

const daysAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const date = (): z.ZodType<CalendarDate, string> =>
  z
    .string(MISSING)
    // Rules that compare it with other columns have nothing to say then.
    .refine(isCalendarDate, { error: 'is not a date such as 2026-11-13', abort: true })
    .refine(isLikelyDate, { error: 'has a year that cannot be right', abort: true })
    .transform(calendarDate);

/** '2026-11', stored as the first day of the month. */
export const month = (): z.ZodType<CalendarDate, string> =>
  z
    .string(MISSING)
    .refine((value) => isCalendarDate(`${value}-01`), 'is not a month such as 2026-11')
    .transform((value) => calendarDate(`${value}-01`));

/** As files have the stored first day of a month; also of what files have already. */
export const writtenMonth = (stored: string): string => stored.slice(0, 'yyyy-mm'.length);

const HUNDRED = rate('100');

export const percent = () =>
  z
    .string(MISSING)
    .regex(/^\d{1,3}(\.\d{1,4})?$/, 'is not a percent such as 7.5')
    .transform(rate)
    .refine((value) => value.lte(HUNDRED), 'is more than 100');

/** A factor rate or a buy rate. */
export const factor = () =>
  z
    .string(MISSING)
    .regex(/^\d{1,2}(\.\d{1,5})?$/, 'is not a rate such as 1.40')
    .transform(rate);

export const integer = (least: number, most: number) =>
  z
    .string(MISSING)
    .regex(/^\d{1,9}$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `is not between ${least} and ${most}`);

export const flag = () =>
  z.enum(['true', 'false'], 'is neither true nor false').transform((value) => value === 'true');

export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, `is missing or none of: ${values.join(', ')}`);

export const email = () =>
  z
    .string(MISSING)
    .refine(isMailAddress, 'is not an e-mail address')
    .transform((value) => value.toLowerCase());

export const state = () => z.string(MISSING).refine(isStateCode, 'is not a state such as OH');

const words = (value: string) => value.split(/[\s,;]+/).filter(Boolean);

export const emails = () =>
  z
    .string()
    .transform(words)
    .refine((list) => list.every(isMailAddress), 'has something that is not an e-mail address')
    .refine((list) => list.length <= MAX_CC_ADDRESSES, `has more than ${MAX_CC_ADDRESSES} addresses`);

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];

/** 'Tue Thu' becomes [2, 4]. */
export const payDays = () =>
  z
    .string(MISSING)
    .transform(words)
    .refine(
      (days) => days.every((day) => WEEKDAYS.includes(day)),
      `has something else than ${WEEKDAYS.join(', ')}`,
    )
    .transform((days) => [...new Set(days.map((day) => WEEKDAYS.indexOf(day) + 1))].toSorted());

/** As files have the stored numbers of the days; also of what files have already. */
export const writtenPayDays = (stored: string): string =>
  words(stored)
    .map((day) => WEEKDAYS[Number(day) - 1] ?? day)
    .join(' ');

export const moment = () =>
  z.iso
    .datetime({ offset: true, error: 'is not a moment such as 2026-11-13T15:30:00Z' })
    .transform((value) => new Date(value));
