import * as z from 'zod/mini';
import {
  INVESTOR_PERMISSION_NAMES,
  INVESTOR_PERMISSIONS,
  type InvestorPermission,
} from '../domain/investor-permissions.ts';
import { flag } from './codecs.ts';
import { type Fields, type Flag, withPermissionFlags } from './permission-flags.ts';

const onOff = z.codec(z.enum(['On', 'Off']), z.boolean(), {
  decode: (word) => word === 'On',
  encode: (isOn) => (isOn ? 'On' : 'Off'),
});

/** The two permissions of the older portal keep its names and its ways of writing a flag. */
const OLDER_FLAGS: { readonly [P in InvestorPermission]?: Flag } = {
  'switch-syndicates': ['syndcation_manager', flag],
  'view-fcs': ['fcs', onOff],
};

/** The form in which an investor's browser gets them: a flag for every permission that an investor can hold. */
export const withInvestorPermissions = <const F extends Fields>(fields: F) =>
  withPermissionFlags(
    fields,
    Object.fromEntries(
      INVESTOR_PERMISSION_NAMES.map((name) => [
        name,
        OLDER_FLAGS[name] ?? [INVESTOR_PERMISSIONS[name].field, z.boolean()],
      ]),
    ),
  );
