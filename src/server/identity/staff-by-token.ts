import { isStaff } from '../../shared/domain/roles.ts';
import type { Operator } from '../platform/audit/operator.ts';
import { Refusal } from '../platform/errors.ts';

/**
 * A system of the funder looks after investors. Whoever has its token must not become an administrator by it, nor make the two people
 * who approve what one must not do alone. Staff are looked after at the desk, and by command.
 */
export function refuseStaffByToken(operator: Operator, role: string): void {
  if (operator.via === 'service token' && isStaff(role)) throw new Refusal('staff_not_by_token');
}
