import { addDays, type CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { usualGuestDay } from '../../../src/shared/domain/guest-parts.ts';
import type { NotificationKind } from '../../../src/shared/domain/notifications.ts';
import { type Book, type Ids, officeTime, type Row } from '../book.ts';
import type { Funder } from './funder.ts';
import { type Desk, loginNameOf, type MembershipProfile, type Person } from './people.ts';

const GUEST_SINCE_DAYS = 9;

export interface User {
  readonly id: bigint;
  readonly person: Person;
  readonly passwordHash: string;
}

/** Everybody has the same password, but each person has a hash of their own. */
export function enrol(
  people: readonly Person[],
  ids: Ids,
  hashPassword: () => Promise<string>,
): Promise<User[]> {
  return Promise.all(
    people.map(async (person) => ({ id: ids.next('users'), person, passwordHash: await hashPassword() })),
  );
}

/** The key of an authenticator app as the database stores it: encrypted for its user only. */
export type SealFactor = (userId: bigint) => { secretCipher: Buffer; keyId: string };

export function usersBook(
  users: readonly User[],
  funders: readonly Funder[],
  { since, asOf }: { since: CalendarDate; asOf: CalendarDate },
  sealFactor: SealFactor,
): Book {
  return {
    users: users.map(({ id, person, passwordHash }) => ({
      id,
      loginName: loginNameOf(person),
      email: person.email,
      name: person.name,
      passwordHash,
      mustChangePassword: person.mustChangePassword ?? false,
      createdAt: officeTime(since, 45),
    })),
    memberships: users.flatMap((user) => membershipRows(user, funders, since)),
    guests: users.flatMap((user) => guestRows(user, users, { funders, asOf })),
    notificationChoices: users.flatMap((user) => choiceRows(user, { funders, asOf })),
    userTotp: users
      .filter(({ person }) => person.hasFactor)
      .map(({ id: userId }) => ({
        userId,
        ...sealFactor(userId),
        confirmedAt: officeTime(since, 47),
        lastUsedStep: 0n,
      })),
  };
}

function membershipRows(
  { id, person }: User,
  funders: readonly Funder[],
  since: CalendarDate,
): Row<'memberships'>[] {
  return person.memberships.map((membership) => {
    const funder = funderOf(membership, funders);
    return {
      tenantId: funder.tenantId,
      userId: id,
      role: membership.role,
      syndicateId: syndicateOf(funder, membership.syndicate)?.id ?? null,
      isTerminated: membership.isTerminated ?? false,
      permissions: [...(membership.permissions ?? [])],
      name: person.name,
      acceptedAt: officeTime(since, 46),
      createdAt: officeTime(since, 46),
    };
  });
}

function funderOf({ funder: slug }: MembershipProfile, funders: readonly Funder[]): Funder {
  const funder = funders.find(({ profile }) => profile.slug === slug);
  if (!funder) throw new Error(`Somebody belongs to an unknown funder: ${slug}`);
  return funder;
}

const syndicateOf = ({ syndicates }: Funder, abbreviation: string | undefined) =>
  syndicates.find(({ profile }) => profile.abbreviation === abbreviation);

interface Present {
  readonly funders: readonly Funder[];
  readonly asOf: CalendarDate;
}

function guestRows(
  { id: userId, person }: User,
  users: readonly User[],
  { funders, asOf }: Present,
): Row<'guests'>[] {
  return person.memberships.flatMap((membership) => {
    const { guestOf } = membership;
    const funder = funderOf(membership, funders);
    const syndicate = syndicateOf(funder, guestOf?.syndicate);
    const inviter = users.find((user) => user.person.email === guestOf?.invitedBy);
    if (!guestOf || !syndicate || !inviter) return [];
    return [
      {
        tenantId: funder.tenantId,
        syndicateId: syndicate.id,
        userId,
        parts: [...guestOf.parts],
        untilDate: usualGuestDay(asOf),
        invitedBy: inviter.id,
        invitedAt: officeTime(addDays(asOf, -GUEST_SINCE_DAYS), 20),
      },
    ];
  });
}

function choiceRows({ id: userId, person }: User, { funders, asOf }: Present): Row<'notificationChoices'>[] {
  return person.memberships.flatMap((membership) =>
    Object.entries(membership.notifications ?? {}).map(([kind, choice]) => ({
      tenantId: funderOf(membership, funders).tenantId,
      userId,
      kind: kind as NotificationKind,
      choice,
      isByLink: choice === 'never',
      changedAt: officeTime(addDays(asOf, -21), 35),
    })),
  );
}

/** A broker who is a member of the funder is the contact of their firm. */
export function asKnown<B extends { name: string; email: string }>(
  brokers: readonly B[],
  users: readonly User[],
  { profile }: Funder,
): B[] {
  const domainOf = (email: string) => email.split('@')[1];
  const isBrokerHere = ({ person }: User) =>
    person.memberships.some(({ funder, role }) => funder === profile.slug && role === 'broker');
  return brokers.map((broker) => {
    const known = users.find(
      (user) => isBrokerHere(user) && domainOf(user.person.email) === domainOf(broker.email),
    );
    return known ? { ...broker, name: known.person.name, email: known.person.email } : broker;
  });
}

export interface StaffMember {
  readonly id: bigint;
  readonly name: string;
}

/** The funder's office staff. */
export function staffOf(users: readonly User[], funder: Funder): (desk: Desk) => StaffMember {
  return (desk) => {
    const found = users.find(({ person }) =>
      person.memberships.some(
        (membership) => membership.funder === funder.profile.slug && membership.desk === desk,
      ),
    );
    if (!found) throw new Error(`${funder.profile.name} has nobody in ${desk}`);
    return { id: found.id, name: found.person.name };
  };
}
