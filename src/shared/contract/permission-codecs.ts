import * as z from 'zod/mini';
import { forEachPermission, PERMISSIONS, type PermissionSwitches } from '../domain/permissions.ts';
import { wireObject } from './codecs.ts';
import { type Code, type Fields, type Flag, withPermissionFlags } from './permission-flags.ts';

/** The form in which the operator's API answers: a flag for every permission. */
export const withPermissions = <const F extends Fields>(fields: F) =>
  withPermissionFlags(
    fields,
    forEachPermission((name): Flag => [PERMISSIONS[name].field, z.boolean()]),
  );

const switches = forEachPermission((name) => [PERMISSIONS[name].field, z.optional(z.boolean())] as const);

/** The form in which the operator's API accepts them: a missing flag changes nothing. */
export function withPermissionSwitches<const F extends Fields>(fields: F) {
  type Value = Code<F> & { permissions: PermissionSwitches };
  return z.codec(wireObject<Fields>({ ...fields, ...switches }), z.custom<Value>(), {
    decode: (flat) => ({ ...flat, permissions: forEachPermission((name) => flat[name]) }) as unknown as Value,
    encode: ({ permissions, ...rest }) => ({ ...rest, ...permissions }),
  });
}
