import * as z from 'zod/mini';
import type { Permission } from '../domain/permissions.ts';
import { wireObject } from './codecs.ts';

export type Fields = Parameters<typeof wireObject>[0];
export type Code<F extends Fields> = { [K in keyof F]: z.output<F[K][1]> };
export type Flag = readonly [wireName: string, schema: z.ZodMiniType<boolean>];

/** Adds a flag for each of these permissions to an object's fields. In the code the flags are one set. */
export function withPermissionFlags<const F extends Fields>(
  fields: F,
  flags: Readonly<Partial<Record<Permission, Flag>>>,
) {
  type Value = Code<F> & { permissions: ReadonlySet<Permission> };
  const names = Object.keys(flags) as Permission[];
  return z.codec(wireObject<Fields>({ ...fields, ...flags }), z.custom<Value>(), {
    decode: (flat) =>
      ({ ...flat, permissions: new Set(names.filter((name) => flat[name] === true)) }) as unknown as Value,
    encode: ({ permissions, ...rest }) => ({
      ...rest,
      ...Object.fromEntries(names.map((name) => [name, permissions.has(name)])),
    }),
  });
}
