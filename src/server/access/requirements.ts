import type { Endpoint, SessionAccess } from '../../shared/contract/endpoint.ts';
import type { GuestPart } from '../../shared/domain/guest-parts.ts';
import { PERMISSIONS } from '../../shared/domain/permissions.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller, CallerOf, Guest } from './caller.ts';
import { requireFreshFactor } from './fresh-factor.ts';

const isAllowed =
  <A extends SessionAccess>(access: A) =>
  (caller: Caller): caller is CallerOf<A> =>
    access === 'investor or staff' ? caller.kind !== 'guest' : caller.kind === access;

/**
 * A membership of the other kind gets a refusal of its own, because its holder has only come to the wrong part of the portal.
 */
export function requireKind<A extends SessionAccess>(callers: readonly Caller[], access: A): CallerOf<A> {
  const caller = callers.find(isAllowed(access));
  if (!caller) throw new Refusal('role_not_allowed');
  return caller;
}

/** A guest is let in where the endpoint says so, and to those books only whose part it shows. */
export function requireAdmitted(
  callers: readonly Caller[],
  access: SessionAccess,
  { guests }: Pick<Endpoint, 'guests'>,
): Caller {
  const guest = callers.find((caller) => caller.kind === 'guest');
  if (!guest || guests === undefined) return requireKind(callers, access);
  return guests === 'own account' ? guest : withOpened(guest, guests);
}

function withOpened(guest: Guest, part: GuestPart): Guest {
  const opened = guest.books.filter(({ parts }) => parts.includes(part));
  if (opened.length === 0) throw new Refusal('guest_part_closed');
  return { ...guest, opened };
}

/** Refuses a caller who lacks a permission that the endpoint needs. The first missing permission determines the refusal. */
export function requirePermissions(caller: Caller, { needs = [] }: Endpoint): void {
  const missing = needs.find((permission) => !caller.permissions.has(permission));
  if (missing) throw new Refusal(PERMISSIONS[missing].refusal);
}

/** Refuses a caller who has a second factor and has not shown it lately, if the endpoint asks for it. */
export async function requireFactorOf(tx: Tx, caller: Caller, { needsFreshFactor }: Endpoint): Promise<void> {
  if (needsFreshFactor === true) await requireFreshFactor(tx, caller);
}

/**
 * A tenant issues tickets to its own portal, and the account is the same in others. Whoever may change it knows the password, so
 * that signing in with it is open to them.
 */
export function refuseAccountChange(caller: Caller, { changesAccount }: Endpoint): void {
  if (changesAccount && caller.isOfOneTenant) throw new Refusal('password_sign_in_needed');
}

export function refuseBeforeDuties(caller: Caller, { openBefore = [] }: Endpoint): void {
  if (caller.mustChangePassword && !openBefore.includes('password change'))
    throw new Refusal('password_change_required');
  if (caller.mustAddSecondFactor && !openBefore.includes('second factor'))
    throw new Refusal('second_factor_required');
}
