import * as z from 'zod/v4/core';
import { fieldsOfWireObject } from '../../../shared/contract/codecs.ts';

type Encode = (value: unknown) => unknown;

const encoders = new WeakMap<z.$ZodType, Encode>();

/**
 * Gives what z.encode(schema, value) gives, with less work: which steps a schema takes is found out once and not for
 * every value. Whatever is not as the schema wants it, and every kind of schema that is not known here, is left to zod.
 */
export function encoderOf(schema: z.$ZodType): Encode {
  const known = encoders.get(schema);
  if (known) return known;
  const slow: Encode = (value) => z.encode(schema, value);
  const fields = fieldsOfWireObject(schema);
  const encode = fields ? quickWireObject(fields, slow) : (quickEncoder(schema as z.$ZodTypes, slow) ?? slow);
  encoders.set(schema, encode);
  return encode;
}

function quickEncoder({ _zod: { def, values } }: z.$ZodTypes, slow: Encode): Encode | null {
  const checks = def.checks ?? [];
  if (def.type === 'string') return quickText(def, checks, slow);
  if (def.type === 'number') return quickNumber(def, checks, slow);
  if (checks.length > 0) return null;
  const where =
    (isFine: (value: unknown) => boolean): Encode =>
    (value) =>
      isFine(value) ? value : slow(value);
  switch (def.type) {
    case 'boolean':
    case 'bigint':
      return where((value) => typeof value === def.type);
    case 'enum':
    case 'literal':
      return where((value) => values?.has(value as z.util.Literal) === true);
    case 'nullable':
    case 'optional':
      return quickOptional(def.innerType, def.type === 'nullable' ? null : undefined);
    case 'array':
      return quickList(def.element, slow);
    case 'tuple':
      return def.rest ? null : quickTuple(def.items, slow);
    case 'object':
      return def.catchall ? null : quickObject(def.shape, slow);
    case 'custom':
      return 'fn' in def && typeof def.fn === 'function'
        ? where(def.fn as (value: unknown) => boolean)
        : null;
    case 'pipe':
      return 'reverseTransform' in def ? quickCodec(def as z.$ZodCodecDef) : null;
    default:
      return null;
  }
}

function quickText(def: z.$ZodStringDef, checks: readonly z.$ZodCheck<never>[], slow: Encode): Encode | null {
  // Moments have a pattern of their own and nothing else to check. Other formats are left to zod.
  const ofFormat = 'format' in def && def.format === 'datetime' && 'pattern' in def ? [def.pattern] : [];
  if (('format' in def && ofFormat.length === 0) || def.coerce) return null;
  const ofChecks = checks.map(({ _zod }) => ('pattern' in _zod.def ? _zod.def.pattern : null));
  const patterns = [...ofFormat, ...ofChecks];
  if (!patterns.every((pattern) => pattern instanceof RegExp && !pattern.global)) return null;
  const [pattern, ...others] = patterns as RegExp[];
  if (!pattern) return (value) => (typeof value === 'string' ? value : slow(value));
  return (value) =>
    typeof value === 'string' && pattern.test(value) && others.every((other) => other.test(value))
      ? value
      : slow(value);
}

/** A whole number, and one that must not be smaller than another, such as an id. */
function quickNumber(
  def: z.$ZodNumberDef,
  checks: readonly z.$ZodCheck<never>[],
  slow: Encode,
): Encode | null {
  if (!('format' in def) || def.format !== 'safeint') return null;
  const least = checks.map(leastOf);
  if (!least.every((number) => number !== null)) return null;
  const from = Math.max(Number.MIN_SAFE_INTEGER, ...least);
  return (value) => (Number.isSafeInteger(value) && (value as number) >= from ? value : slow(value));
}

function leastOf({ _zod: { def } }: z.$ZodCheck<never>): number | null {
  const { check, inclusive, value } = def as z.$ZodCheckDef & { inclusive?: boolean; value?: unknown };
  return check === 'greater_than' && inclusive && typeof value === 'number' ? value : null;
}

function quickOptional(inner: z.$ZodType, absent: null | undefined): Encode {
  const encode = encoderOf(inner);
  return (value) => (value === absent ? absent : encode(value));
}

function quickList(element: z.$ZodType, slow: Encode): Encode {
  const encode = encoderOf(element);
  return (value) => (Array.isArray(value) ? value.map(encode) : slow(value));
}

function quickTuple(items: readonly z.$ZodType[], slow: Encode): Encode {
  const encoders = items.map(encoderOf);
  return (value) =>
    Array.isArray(value) && value.length === encoders.length
      ? encoders.map((encode, index) => encode(value[index]))
      : slow(value);
}

/** What the shape doesn't name is left out. */
function quickObject(shape: z.$ZodShape, slow: Encode): Encode {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, encode: encoderOf(field) }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return slow(value);
    const written: Record<string, unknown> = {};
    for (const { name, encode } of fields) written[name] = encode((value as typeof written)[name]);
    return written;
  };
}

/** Renames and encodes the fields at once, because a page has hundreds of them. What is not declared is left out. */
function quickWireObject(declared: NonNullable<ReturnType<typeof fieldsOfWireObject>>, slow: Encode): Encode {
  const fields = Object.entries(declared).map(([name, [wireName, schema]]) => ({
    name,
    wireName,
    encode: encoderOf(schema),
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null) return slow(value);
    const written: Record<string, unknown> = {};
    for (const { name, wireName, encode } of fields)
      written[wireName] = encode((value as Record<string, unknown>)[name]);
    return written;
  };
}

/** Our codecs look at the value alone. One that also reports problems gets what zod gives it, anew for each value. */
function quickCodec({ in: wire, out, reverseTransform }: z.$ZodCodecDef): Encode {
  const [check, encode] = [encoderOf(out), encoderOf(wire)];
  if (reverseTransform.length < 2) {
    const turn = reverseTransform as unknown as Encode;
    return (value) => encode(turn(check(value)));
  }
  return (value) => encode(reverseTransform(check(value) as never, { value, issues: [] } as never));
}
