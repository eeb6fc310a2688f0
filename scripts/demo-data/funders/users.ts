import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { type Book, type Ids, officeTime, type Row } from '../book.ts';
import type { Funder } from './funder.ts';
import { type Desk, loginNameOf, type Person } from './people.ts';

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
  since: CalendarDate,
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
    const funder = funders.find(({ profile }) => profile.slug === membership.funder);
    if (!funder) throw new Error(`${person.email} belongs to an unknown funder: ${membership.funder}`);
    const syndicate = funder.syndicates.find(({ profile }) => profile.abbreviation === membership.syndicate);
    return {
      tenantId: funder.tenantId,
      userId: id,
      role: membership.role,
      syndicateId: syndicate?.id ?? null,
      isTerminated: membership.isTerminated ?? false,
      permissions: [...(membership.permissions ?? [])],
      name: person.name,
      acceptedAt: officeTime(since, 46),
      createdAt: officeTime(since, 46),
    };
  });
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
