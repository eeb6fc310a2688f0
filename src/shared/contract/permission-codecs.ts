import * as z from 'zod/mini';
import {
  forEachPermission,
  mayHold,
  PERMISSION_NAMES,
  PERMISSIONS,
  type Permission,
  type PermissionSwitches,
} from '../domain/permissions.ts';
import { flag, wireObject } from './codecs.ts';

type Fields = Parameters<typeof wireObject>[0];
type Code<F extends Fields> = { [K in keyof F]: z.output<F[K][1]> };
type Flag = readonly [wireName: string, schema: z.ZodMiniType<boolean>];

const isPermission = (name: string): name is Permission => name in PERMISSIONS;

/** Adds a flag for each permission to an object's fields. In the code the flags are one set. */
function withPermissionFlags<const F extends Fields>(fields: F, flags: Readonly<Record<string, Flag>>) {
  type Value = Code<F> & { permissions: ReadonlySet<Permission> };
  return z.codec(wireObject<Fields>({ ...fields, ...flags }), z.custom<Value>(), {
    decode: (flat) => {
      const on = Object.keys(flags)
        .filter(isPermission)
        .filter((name) => flat[name] === true);
      return { ...flat, permissions: new Set(on) } as unknown as Value;
    },
    encode: ({ permissions, ...rest }) => ({
      ...rest,
      ...Object.fromEntries(PERMISSION_NAMES.map((name) => [name, permissions.has(name)])),
    }),
  });
}

/** The form in which the operator's API answers: a flag for every permission. */
export const withPermissions = <const F extends Fields>(fields: F) =>
  withPermissionFlags(
    fields,
    forEachPermission((name): Flag => [PERMISSIONS[name].field, z.boolean()]),
  );

const onOff = z.codec(z.enum(['On', 'Off']), z.boolean(), {
  decode: (word) => word === 'On',
  encode: (isOn) => (isOn ? 'On' : 'Off'),
});

/** The two permissions of the older portal keep its names and its ways of writing a flag. */
const OLDER_FLAGS: { readonly [P in Permission]?: Flag } = {
  'switch-syndicates': ['syndcation_manager', flag],
  'view-fcs': ['fcs', onOff],
};

const ofInvestors = PERMISSION_NAMES.filter((name) => mayHold('investor', name));

/** The form in which an investor's browser gets them: a flag for every permission that an investor can hold. */
export const withInvestorPermissions = <const F extends Fields>(fields: F) =>
  withPermissionFlags(
    fields,
    Object.fromEntries(
      ofInvestors.map((name) => [name, OLDER_FLAGS[name] ?? [PERMISSIONS[name].field, z.boolean()]]),
    ),
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
