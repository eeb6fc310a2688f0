import * as z from 'zod/mini';
import { type CalendarDate, calendarDate } from '../domain/calendar-date.ts';
import { type Cents, parseMoney, toDecimalString } from '../domain/money.ts';
import { type Rate, rate } from '../domain/rate.ts';

// These are separate from the other codecs so that the sign-in page, which shows no amounts, does not load their
// arithmetic.

/**
 * Money is sent as a decimal string such as '1234.50': exact in every client, and what clients of the older system
 * expect.
 */
export const money = z.codec(z.string().check(z.regex(/^-?\d+\.\d{2}$/)), z.custom<Cents>(), {
  decode: (text) => parseMoney(text),
  encode: (cents) => toDecimalString(cents),
});

export const date = z.codec(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), z.custom<CalendarDate>(), {
  decode: (text) => calendarDate(text),
  encode: (value) => value,
});

/** An amount that somebody gives, larger than zero: '350' or '350.00'. */
export const moreThanNothing = z.codec(
  z.string().check(
    z.regex(/^\d{1,13}(\.\d{1,2})?$/),
    z.refine((text) => /[1-9]/.test(text)),
  ),
  z.custom<Cents>(),
  { decode: (text) => parseMoney(text), encode: (cents) => toDecimalString(cents) },
);

/** A month such as '2026-11', as its first day. */
export const month = z.codec(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)), z.custom<CalendarDate>(), {
  decode: (text) => calendarDate(`${text}-01`),
  encode: (first) => first.slice(0, 7),
});

/** Percents, factors and fractions are exact decimals, sent as strings like money. */
export const percent = z.codec(z.string().check(z.regex(/^-?\d+(\.\d+)?$/)), z.custom<Rate>(), {
  decode: (text) => rate(text),
  encode: (value) => value.toString(),
});

const CHOSEN_PERCENT = /^-?\d{1,3}(\.\d{1,4})?$/;

/**
 * A percent that a person has chosen, as text or as a number. Longer decimals than a person would type are refused.
 */
export const chosenPercent = z.codec(
  z.union([
    z.string().check(z.regex(CHOSEN_PERCENT)),
    z.number().check(z.refine((number) => CHOSEN_PERCENT.test(String(number)))),
  ]),
  z.custom<Rate>(),
  { decode: (given) => rate(String(given)), encode: (value) => value.toString() },
);

/** An optional date in a query. An empty value counts as absent. */
export const dateOrNone = z.codec(
  z.optional(z.nullable(z.union([z.literal(''), date]))),
  z.custom<CalendarDate | null | undefined>(),
  { decode: (given) => (given === '' ? null : given), encode: (value) => value },
);
