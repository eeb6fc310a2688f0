import { findStaff, hasStaff } from '../identity/members.queries.ts';
import type { ActingPerson } from '../platform/audit/operator.ts';
import type { Database } from '../platform/db/database.ts';
import type { Tenant } from '../platform/db/tenants.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';

/** Whom a command is run for, as it was said, and whether it has to be. */
export interface Named {
  /** The e-mail address of --as or PORTAL_AS. */
  email: string | null;
  isRequired: boolean;
}

// A command is a process of its own, so there is one of each.
let named: Named = { email: null, isRequired: false };
let checked: ActingPerson | null = null;

export function setNamed(given: Named): void {
  named = given;
  checked = null;
}

export const isPersonNamed = (): boolean => named.email !== null;

/** The person whom the command is run for. It must have been found among the staff of the tenant before. */
export function actingPerson(): ActingPerson | null {
  if (named.email !== null && checked === null)
    throw new Error('The person was not looked for in the tenant that the command is about.');
  return checked;
}

/**
 * Finds the named person among the staff of the tenant. This says who it was, and does not prove it: whoever may run commands may
 * name any of them. Where a name is required, none is needed while the tenant has no staff yet, because somebody has to add the first.
 */
export async function requireActingPerson(db: Database, { id, slug }: Tenant): Promise<void> {
  const { email, isRequired } = named;
  if (email === null && !isRequired) return;
  await withTenant(
    db,
    id,
    async (tx) => {
      if (email === null) {
        if (!(await hasStaff(tx, id))) return;
        throw new Refusal('role_not_allowed', {
          message: 'Say who you are: portal --as <your e-mail address> … (PORTAL_AS_REQUIRED is on).',
        });
      }
      const found = await findStaff(tx, id, email);
      if (!found)
        throw new Refusal('role_not_allowed', {
          message: `${email} is not on the staff of ${slug}. Somebody who is can add them: portal user invite <e-mail> --tenant ${slug} --name <name> --role <role>.`,
        });
      checked = found;
    },
    { readOnly: true },
  );
}
