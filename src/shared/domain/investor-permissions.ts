import type { PermissionDefinition } from './permission-definition.ts';

/** What an investor may hold. The browser of an investor has this list, so what staff may do is in one of its own. */
export const INVESTOR_PERMISSIONS = {
  'view-fcs': {
    about: 'may open file control sheets',
    option: 'fcs',
    field: 'can_view_fcs',
    // Without the permission, the file must look as if it did not exist.
    refusal: 'not_found',
  },
  'switch-syndicates': {
    about: 'may look at every syndicate',
    option: 'switch',
    field: 'can_switch_syndicates',
    refusal: 'switch_not_allowed',
  },
  'manage-guests': {
    about: 'may let guests in to the book of their syndicate',
    option: 'guests',
    field: 'can_manage_guests',
    refusal: 'guests_not_yours',
  },
} as const satisfies Readonly<Record<string, PermissionDefinition>>;

export type InvestorPermission = keyof typeof INVESTOR_PERMISSIONS;

export const INVESTOR_PERMISSION_NAMES = Object.keys(INVESTOR_PERMISSIONS) as readonly InvestorPermission[];
