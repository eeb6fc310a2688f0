import type { Permission } from '../../../shared/domain/permissions.ts';
import { isOfInvestors } from '../../../shared/domain/permissions.ts';
import type { Staff } from '../../access/caller.ts';
import { Refusal } from '../../platform/errors.ts';

/** Nobody changes what they may do themselves, or closes themselves. */
export function requireAnother({ userId }: Staff, changedId: bigint): void {
  if (userId === changedId) throw new Refusal('own_account');
}

/** Nobody gives away more than they have. Investors' permissions are not staff's to hold. */
export function requireHeld({ permissions: held }: Staff, given: Iterable<Permission>): void {
  for (const permission of given)
    if (!isOfInvestors(permission) && !held.has(permission)) throw new Refusal('permission_not_yours');
}
