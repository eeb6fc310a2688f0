import * as z from 'zod/mini';

/** Ids are whole numbers on the wire and bigint in the code. */
export const id = z.codec(z.int().check(z.nonnegative()), z.bigint(), {
  decode: (number) => BigInt(number),
  encode: (value) => Number(value),
});

/** An id in a request. Clients that keep ids as text send them as text, so both forms are accepted. */
export const givenId = z.codec(
  z.union([z.int().check(z.nonnegative()), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.bigint(),
  { decode: (given) => BigInt(given), encode: (value) => Number(value) },
);

/** An optional id in a query. An empty value counts as absent. */
export const givenIdOrNone = z.codec(
  z.optional(z.nullable(z.union([z.literal(''), givenId]))),
  z.nullable(z.bigint()),
  { decode: (given) => (given === '' ? null : (given ?? null)), encode: (value) => value },
);

export const pathId = z.codec(z.string().check(z.regex(/^\d{1,15}$/)), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** A page number or a page length in a query. */
export const pageNumber = z.codec(z.string().check(z.regex(/^[1-9]\d{0,5}$/)), z.int(), {
  decode: (text) => Number(text),
  encode: (number) => String(number),
});

/** A deal's contract number. */
export const mid = z.string().check(z.minLength(1), z.maxLength(40));

/** A whole number in a request, as a number or as text. */
export const givenNumber = (from: number, to: number) =>
  z.codec(
    z.union([
      z.int().check(z.minimum(from), z.maximum(to)),
      z.string().check(z.refine((text) => /^-?\d{1,9}$/.test(text) && isWithin(Number(text), from, to))),
    ]),
    z.int(),
    { decode: (given) => Number(given), encode: (value) => value },
  );

const isWithin = (number: number, from: number, to: number) => number >= from && number <= to;

/** The older system writes flags as 0 and 1. */
export const flag = z.codec(z.literal([0, 1]), z.boolean(), {
  decode: (number) => number === 1,
  encode: (value) => (value ? 1 : 0),
});

type Fields = Record<string, readonly [wireName: string, schema: z.ZodMiniType]>;
type WireShape<F extends Fields> = { [K in keyof F as F[K][0]]: F[K][1] };
type Code<F extends Fields> = { [K in keyof F]: z.output<F[K][1]> };

/**
 * An object whose fields have one name on the wire and another in the code. Each field is declared once:
 * `wireObject({ netPay: ['sum_net_pay', money] })`.
 */
export function wireObject<const F extends Fields>(fields: F) {
  const entries = Object.entries(fields);
  const wire = z.object(
    Object.fromEntries(entries.map(([, [wireName, schema]]) => [wireName, schema])) as WireShape<F>,
  );
  const codec = z.codec(wire, z.custom<Code<F>>(), {
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
  declared.set(codec, fields);
  return codec;
}

const declared = new WeakMap<object, Fields>();

/** The fields that a wireObject was declared with; undefined for any other schema. */
export const fieldsOfWireObject = (schema: object): Fields | undefined => declared.get(schema);

/** The answer to a successful change. */
export const done = wireObject({ isDone: ['success', z.boolean()] });

/** The answer to a successful change, with a message for the user. */
export const outcome = wireObject({ isDone: ['success', z.boolean()], message: ['message', z.string()] });
