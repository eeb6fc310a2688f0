import { capitalized } from '../../../../shared/domain/capitalized.ts';
import {
  INVESTOR_PERMISSION_NAMES,
  INVESTOR_PERMISSIONS,
} from '../../../../shared/domain/investor-permissions.ts';
import type { Permission } from '../../../../shared/domain/permissions.ts';
import { isStaff } from '../../../../shared/domain/roles.ts';
import { STAFF_PERMISSION_NAMES, STAFF_PERMISSIONS } from '../../../../shared/domain/staff-permissions.ts';
import { useDeskUser } from '../../desk-user.ts';
import classes from '../../ui/page-parts.module.css';

/** The permissions that somebody with this role can have. */
export const permissionsFor = (role: string): readonly Permission[] => {
  if (isStaff(role)) return STAFF_PERMISSION_NAMES;
  return role === 'syndication' ? INVESTOR_PERMISSION_NAMES : [];
};

const ABOUT: Readonly<Record<Permission, { about: string }>> = {
  ...INVESTOR_PERMISSIONS,
  ...STAFF_PERMISSIONS,
};

interface PermissionFieldsProps {
  role: string;
  held: ReadonlySet<Permission>;
  /** Without it they can be read only. */
  onChange?: ((held: ReadonlySet<Permission>) => void) | undefined;
}

/** A box for each permission. What one does not have oneself, one cannot give. */
export function PermissionFields({ role, held, onChange }: PermissionFieldsProps) {
  const own = useDeskUser().data?.permissions ?? [];
  const mayGive = (name: Permission) => role === 'syndication' || own.some((one) => one === name);
  const toggle = (name: Permission) => {
    const next = new Set(held);
    if (!next.delete(name)) next.add(name);
    onChange?.(next);
  };
  return permissionsFor(role).map((name) => {
    const isFixed = !onChange || (!held.has(name) && !mayGive(name));
    return (
      <label key={name} className={classes['choice']} data-off={isFixed || undefined}>
        <input type="checkbox" checked={held.has(name)} disabled={isFixed} onChange={() => toggle(name)} />
        <span>{capitalized(ABOUT[name].about)}</span>
      </label>
    );
  });
}
