import * as z from 'zod/mini';
import { type CalendarDate, calendarDate } from '../domain/calendar-date.ts';
import { type Cents, parseMoney, toDecimalString } from '../domain/money.ts';
import { type Rate, rate } from '../domain/rate.ts';

// Apart from the other codecs, so that the sign-in page, which shows no amount, does not fetch their arithmetic.

/** Money travels as a decimal string, '1234.50': exact in every client, and what the older system's clients expect. */
export const money = z.codec(z.string().check(z.regex(/^-?\d+\.\d{2}$/)), z.custom<Cents>(), {
  decode: (text) => parseMoney(text),
  encode: (cents) => toDecimalString(cents),
});

export const date = z.codec(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), z.custom<CalendarDate>(), {
  decode: (text) => calendarDate(text),
  encode: (value) => value,
});

/** Percents, factors and fractions: exact decimals, as strings like money. */
export const percent = z.codec(z.string().check(z.regex(/^-?\d+(\.\d+)?$/)), z.custom<Rate>(), {
  decode: (text) => rate(text),
  encode: (value) => value.toString(),
});

const CHOSEN_PERCENT = /^-?\d{1,3}(\.\d{1,4})?$/;

/** A percent as a person chooses it, and no longer than that; as text, or as the number that it is. */
export const chosenPercent = z.codec(
  z.union([
    z.string().check(z.regex(CHOSEN_PERCENT)),
    z.number().check(z.refine((number) => CHOSEN_PERCENT.test(String(number)))),
  ]),
  z.custom<Rate>(),
  { decode: (given) => rate(String(given)), encode: (value) => value.toString() },
);

/** A date that may be left out, or left empty. */
export const dateOrNone = z.codec(
  z.optional(z.nullable(z.union([z.literal(''), date]))),
  z.custom<CalendarDate | null | undefined>(),
  { decode: (given) => (given === '' ? null : given), encode: (value) => value },
);
