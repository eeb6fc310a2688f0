import type { GuestPart } from '../../../src/shared/domain/guest-parts.ts';
import type { NotificationChoice, NotificationKind } from '../../../src/shared/domain/notifications.ts';
import type { Permission } from '../../../src/shared/domain/permissions.ts';
import { permissionsOfRole, type Role } from '../../../src/shared/domain/roles.ts';

export const DEMO_PASSWORD = 'Harbor-demo-2026';

/** The key of the authenticator app of the staff and of the guest. It protects nothing but the demo. */
export const DEMO_FACTOR = 'HARBORDEMOKEYFORTHEDESKABCDEFGHI';

/** The role of somebody in the funder's office, with which notes are signed. */
export type Desk = 'Underwriter' | 'Servicing' | 'Collections' | 'Accounting' | 'Administrator';
const ROLE_OF_DESK = {
  Underwriter: 'underwriter',
  Servicing: 'servicing',
  Collections: 'collections',
  Accounting: 'accounting',
  Administrator: 'administrator',
} as const satisfies Record<Desk, Role>;

export interface MembershipProfile {
  readonly funder: string;
  readonly role: Role;
  /** The abbreviation of the investor's syndicate. */
  readonly syndicate?: string;
  readonly desk?: Desk;
  readonly isTerminated?: boolean;
  readonly permissions?: readonly Permission[];
  /** Whose book a guest may read, which parts of it, and who has let them in. */
  readonly guestOf?: { syndicate: string; parts: readonly GuestPart[]; invitedBy: string };
  /** What they have chosen to be told of, where it is not what the portal begins with. */
  readonly notifications?: Partial<Record<NotificationKind, NotificationChoice>>;
}

export interface Person {
  readonly email: string;
  readonly name: string;
  readonly mustChangePassword?: boolean;
  readonly memberships: readonly MembershipProfile[];
  /** Staff and guests need a second factor: the demo's is the same for all of them. */
  readonly hasFactor?: boolean;
  /** What the demo shows when you sign in as this person. */
  readonly purpose: string;
}

/** The part of the address before the @ is also the login name. */
export const loginNameOf = (person: Person): string => person.email.split('@')[0] ?? person.email;

/** Somebody at the desk of a funder. */
export const staff = (
  name: string,
  email: string,
  desk: Desk,
  funder: string,
  funderName: string,
): Person => ({
  email,
  name,
  memberships: [
    { funder, role: ROLE_OF_DESK[desk], desk, permissions: permissionsOfRole(ROLE_OF_DESK[desk]) },
  ],
  purpose: `the desk of ${funderName}: ${desk.toLowerCase()}`,
  hasFactor: true,
});

export const DEMO_PEOPLE: readonly Person[] = [
  {
    email: 'dana@northgate.example',
    name: 'Dana Whitfield',
    memberships: [
      {
        funder: 'harbor',
        role: 'syndication',
        syndicate: 'NGP',
        permissions: ['switch-syndicates', 'view-fcs', 'manage-guests'],
        notifications: { payout_paid: 'now', document_published: 'daily' },
      },
    ],
    purpose: 'a manager: Northgate Partners, the largest book, and all others',
  },
  {
    email: 'june@abbottcpa.example',
    name: 'June Abbott',
    memberships: [
      {
        funder: 'harbor',
        role: 'guest',
        guestOf: {
          syndicate: 'NGP',
          parts: ['statements', 'documents', 'payouts'],
          invitedBy: 'dana@northgate.example',
        },
      },
    ],
    purpose: 'the accountant of Northgate Partners: a guest until the next April 30',
    hasFactor: true,
  },
  {
    email: 'sam@bluewater.example',
    name: 'Sam Ellery',
    memberships: [
      { funder: 'harbor', role: 'syndication', syndicate: 'BWC', notifications: { watchlist: 'never' } },
    ],
    purpose: 'Bluewater Capital Group: an investor without extra permissions',
  },
  {
    email: 'new@firstlight.example',
    name: 'Noor Haddad',
    memberships: [{ funder: 'harbor', role: 'syndication', syndicate: 'FLF', permissions: ['view-fcs'] }],
    purpose: 'First Light Funding Partners: a book that is still empty',
  },
  {
    email: 'priya@allegheny.example',
    name: 'Priya Raman',
    memberships: [{ funder: 'keystone', role: 'syndication', syndicate: 'AYF', permissions: ['view-fcs'] }],
    purpose: 'Allegheny Yield Fund, at the second funder',
  },
  {
    email: 'sofia@twinlakes.example',
    name: 'Sofia Lindgren',
    memberships: [
      { funder: 'harbor', role: 'syndication', syndicate: 'TLS', permissions: ['view-fcs'] },
      { funder: 'keystone', role: 'syndication', syndicate: 'TLS', permissions: ['view-fcs'] },
    ],
    purpose: 'Twin Lakes Syndicate, at both funders: is asked which',
  },
  {
    email: 'first@ironbridge.example',
    name: 'Felix Arroyo',
    mustChangePassword: true,
    memberships: [{ funder: 'harbor', role: 'syndication', syndicate: 'IBH', permissions: ['view-fcs'] }],
    purpose: 'Ironbridge Holdings: has to choose a new password first',
  },
  {
    email: 'former@cedarlane.example',
    name: 'Gordon Pike',
    memberships: [{ funder: 'harbor', role: 'syndication', syndicate: 'CLI', isTerminated: true }],
    purpose: 'Cedar Lane Investments: the account is closed',
  },
  {
    email: 'tessa@brightpath.example',
    name: 'Tessa Calloway',
    memberships: [{ funder: 'harbor', role: 'broker' }],
    purpose: 'a broker: accepts offers by link, and is not let in',
  },
  staff('Renee Castellano', 'renee@harbor.example', 'Underwriter', 'harbor', 'Harbor Capital'),
  staff('Owen Barrett', 'owen@harbor.example', 'Servicing', 'harbor', 'Harbor Capital'),
  staff('Lamar Dixon', 'lamar@harbor.example', 'Collections', 'harbor', 'Harbor Capital'),
  staff('Ingrid Solberg', 'ingrid@harbor.example', 'Accounting', 'harbor', 'Harbor Capital'),
  staff('Marcus Lee', 'marcus@harbor.example', 'Accounting', 'harbor', 'Harbor Capital'),
  staff('Ada Quinn', 'ada@harbor.example', 'Administrator', 'harbor', 'Harbor Capital'),
  staff('Theo Vance', 'theo@harbor.example', 'Administrator', 'harbor', 'Harbor Capital'),
  staff('Paul Wozniak', 'paul@keystone.example', 'Underwriter', 'keystone', 'Keystone Funding'),
  staff('Carmen Ibarra', 'carmen@keystone.example', 'Servicing', 'keystone', 'Keystone Funding'),
  staff('Reggie Stroud', 'reggie@keystone.example', 'Collections', 'keystone', 'Keystone Funding'),
  staff('Helen Yoder', 'helen@keystone.example', 'Accounting', 'keystone', 'Keystone Funding'),
];
