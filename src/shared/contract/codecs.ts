import * as z from 'zod/mini';
import { type CalendarDate, calendarDate } from '../domain/calendar-date.ts';
import { type Cents, parseMoney, toDecimalString } from '../domain/money.ts';
import { type Rate, rate } from '../domain/rate.ts';

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

/** A percent as a person chooses it, and no longer than that. */
export const chosenPercent = z.codec(z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,4})?$/)), z.custom<Rate>(), {
  decode: (text) => rate(text),
  encode: (value) => value.toString(),
});

/** Ids are whole numbers on the wire and bigint in the code. */
export const id = z.codec(z.int().check(z.nonnegative()), z.bigint(), {
  decode: (number) => BigInt(number),
  encode: (value) => Number(value),
});

export const pathId = z.codec(z.string().check(z.regex(/^\d{1,15}$/)), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** A page's number or length in a query. */
export const pageNumber = z.codec(z.string().check(z.regex(/^[1-9]\d{0,5}$/)), z.int(), {
  decode: (text) => Number(text),
  encode: (number) => String(number),
});

/** A deal's contract number. */
export const mid = z.string().check(z.minLength(1), z.maxLength(40));

/** The older system's flags are 0 and 1. */
export const flag = z.codec(z.literal([0, 1]), z.boolean(), {
  decode: (number) => number === 1,
  encode: (value) => (value ? 1 : 0),
});

type Fields = Record<string, readonly [wireName: string, schema: z.ZodMiniType]>;
type WireShape<F extends Fields> = { [K in keyof F as F[K][0]]: F[K][1] };
type Code<F extends Fields> = { [K in keyof F]: z.output<F[K][1]> };

/**
 * An object whose fields have one name on the wire and another in the code, each named once:
 * `wireObject({ netPay: ['sum_net_pay', money] })`.
 */
export function wireObject<const F extends Fields>(fields: F) {
  const entries = Object.entries(fields);
  const wire = z.object(
    Object.fromEntries(entries.map(([, [wireName, schema]]) => [wireName, schema])) as WireShape<F>,
  );
  return z.codec(wire, z.custom<Code<F>>(), {
    decode: (value) => {
      const byWireName = value as Record<string, unknown>;
      return Object.fromEntries(entries.map(([name, [wireName]]) => [name, byWireName[wireName]])) as Code<F>;
    },
    encode: (value) => {
      const byName = value as Record<string, unknown>;
      const byWireName: Record<string, unknown> = {};
      for (const [name, [wireName]] of entries) byWireName[wireName] = byName[name];
      return byWireName as z.output<typeof wire>;
    },
  });
}
