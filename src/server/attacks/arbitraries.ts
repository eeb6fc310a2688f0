import fc from 'fast-check';
import * as z from 'zod/v4/core';

/** The part of JSON Schema that zod uses to describe the wire. */
interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that no well-meaning client sends. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    "' or 1=1 --",
    '"; drop table users; --',
    '%00',
    '../../etc/passwd',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '=cmd|1',
    'NaN',
    '1e309',
    '9'.repeat(400),
    'x'.repeat(30_000),
    -1,
    -0,
    0.1,
    1e308,
    Number.MAX_SAFE_INTEGER,
    2 ** 63,
    true,
    [],
    {},
    [[[[[[[[]]]]]]]],
    { __proto__: null, constructor: { prototype: { isAdmin: true } } },
    '9999-99-99',
    '2026-02-30',
    '0000-00-00',
    '99999-01-01',
    '-999999999999999.99',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer(),
  fc.double(),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Generates values that the wire accepts, as far as its JSON Schema can tell. */
export function wireValue(schema: z.$ZodType): fc.Arbitrary<unknown> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return valueLike(described);
}

function valueLike(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(valueLike));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => valueLike({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.oneof(
        fc.nat({ max: 60 }),
        fc.integer({ min: Math.max(schema.minimum ?? -9, -9), max: 999_999 }),
      );
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listOf(schema);
    case 'object':
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Only days that exist are generated. Impossible ones are among the nasty values. */
const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';
const someDay = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true });

function textOf({ pattern, format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl();
  if (format === 'date-time') return someDay.map((day) => day.toISOString());
  if (pattern === DATE_PATTERN) return someDay.map((day) => day.toISOString().slice(0, 10));
  if (pattern)
    return fc.stringMatching(new RegExp(pattern, pattern.includes('\\p{') ? 'u' : ''), { size: 'small' });
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
}

function listOf({ prefixItems, items, minItems = 0, maxItems = 4 }: JsonSchema): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map(valueLike));
  return fc.array(valueLike(items ?? {}), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, 4)),
  });
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valueLike(field)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

/** The same value with some of its fields replaced by another value of the same kind or by a nasty one. */
export function altered(base: unknown, schema: z.$ZodType | undefined): fc.Arbitrary<unknown> {
  const generated = schema ? wireValue(schema) : nasty;
  if (typeof base !== 'object' || base === null) return fc.oneof(fc.constant(base), generated, nasty);
  const names = Object.keys(base);
  const partly = fc
    .tuple(
      generated,
      fc.dictionary(fc.constantFrom(...names, 'unknown'), nasty, { maxKeys: 2 }),
      fc.subarray(names),
    )
    .map(([other, broken, replaced]) => ({
      ...base,
      ...Object.fromEntries(Object.entries(Object(other)).filter(([name]) => replaced.includes(name))),
      ...broken,
    }));
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(base) },
    { weight: 6, arbitrary: partly },
    { weight: 3, arbitrary: generated },
    { weight: 1, arbitrary: nasty },
  );
}
