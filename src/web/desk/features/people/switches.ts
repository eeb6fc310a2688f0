import {
  PERMISSION_NAMES,
  type Permission,
  type PermissionSwitches,
} from '../../../../shared/domain/permissions.ts';

/** What is granted and revoked between two sets. Everything else stays as somebody else may change it meanwhile. */
export const switchesBetween = (
  before: ReadonlySet<Permission>,
  after: ReadonlySet<Permission>,
): PermissionSwitches =>
  Object.fromEntries(
    PERMISSION_NAMES.filter((name) => before.has(name) !== after.has(name)).map((name) => [
      name,
      after.has(name),
    ]),
  );
