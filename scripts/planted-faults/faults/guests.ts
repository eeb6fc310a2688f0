import type { PlantedFault } from '../planted-fault.ts';

const GUESTS = 'src/server/features/guests/guests.test.ts';
const ENDED = 'src/server/features/guests/ended-guests.test.ts';
const MATRIX = 'src/server/attacks/guests.test.ts';
const BROWSER = 'e2e/guests.spec.ts';

export const guestsFaults: readonly PlantedFault[] = [
  {
    ids: ['GUEST-01'],
    broken: 'a guest reads a book without a second factor',
    file: 'src/server/access/identify-caller.ts',
    from: 'mustAddSecondFactor: found.mustAddSecondFactor,',
    to: "mustAddSecondFactor: found.mustAddSecondFactor && found.kind !== 'guest',",
    test: {
      file: GUESTS,
      title:
        'GUEST-01 GUEST-10 a guest is invited by mail, chooses a password, adds a second factor, and reads what was opened',
    },
  },
  {
    ids: ['GUEST-02'],
    broken: 'a guest reads the bank account of the syndicate, masked',
    file: 'src/server/features/profile/profile.routes.ts',
    from: "if (caller.kind === 'guest') return [await readGuestProfile({ caller, tx, recordUse }, asked)];",
    to: "if (caller.kind === 'guest') return [await readProfile({ caller: { ...caller, kind: 'investor', ...caller.books[0]! }, tx, recordUse }, asked)];",
    test: {
      file: GUESTS,
      title:
        'GUEST-02 a guest is told of the syndicate its name and tabs, and nothing of its bank account, contacts or cash',
    },
  },
  {
    ids: ['GUEST-02'],
    broken: 'a guest to whom the payouts are open reads the tables as well',
    file: 'src/server/access/requirements.ts',
    from: 'guest.books.filter(({ parts }) => parts.includes(part))',
    to: 'guest.books.filter(({ parts }) => parts.includes(part) || parts.length > 0)',
    test: {
      file: MATRIX,
      title:
        'GUEST-02 security rule: a guest reaches exactly what the contract declares, of that only with the part, and nothing of a bank account',
    },
  },
  {
    ids: ['GUEST-03'],
    broken: 'a guest signs in after the last day',
    file: 'src/server/identity/open-tenants.ts',
    from: 'and g.until_date >= ${today}))`;',
    to: 'and g.until_date >= ${today} - 30))`;',
    test: {
      file: ENDED,
      title: 'GUEST-03 after the last day nothing opens, before and after the job that ends what is left',
    },
  },
  {
    ids: ['GUEST-04'],
    broken: 'a guest is changed by somebody of another syndicate',
    file: 'src/server/features/guests/guests.routes.ts',
    from: 'requireOwnSyndicate(caller, params);\n    await changeGuest(tx, caller, params.guestId, body);',
    to: 'await changeGuest(tx, { ...caller, ...params }, params.guestId, body);',
    test: {
      file: GUESTS,
      title: 'GUEST-04 changed parts and days count from the next call on; the same again is recorded once',
    },
  },
  {
    ids: ['GUEST-05'],
    broken: 'the sessions of a guest go on after the access was ended',
    file: 'src/server/identity/guests.ts',
    from: 'if (others.length > 0) return true;',
    to: 'if (others.length >= 0) return true;',
    test: {
      file: ENDED,
      title:
        'GUEST-05 GUEST-10 whom an investor ends is out from the next call on, with sessions, sign-in and renewal; again changes nothing',
    },
  },
  {
    ids: ['GUEST-06'],
    broken: 'everybody at the desk ends guests',
    file: 'src/shared/contract/desk-guests.ts',
    from: "needs: ['view-desk', 'manage-people'],",
    to: "needs: ['view-desk'],",
    test: {
      file: ENDED,
      title: 'GUEST-06 staff see the guests of an investor and end them with the permission for people',
    },
  },
  {
    ids: ['GUEST-07'],
    broken: 'guests stay when nobody of the syndicate is left who could end them',
    file: 'src/server/identity/guests.ts',
    from: "permissions @> array['manage-guests']",
    to: 'permissions @> array[]::text[]',
    test: {
      file: ENDED,
      title:
        'GUEST-07 guests stay while somebody of the syndicate looks after them, and end with the last one',
    },
  },
  {
    ids: ['GUEST-08'],
    broken: 'somebody who is an investor of the funder becomes a guest as well',
    file: 'src/server/features/guests/invite-guest.ts',
    from: "if (role !== 'guest') throw new Refusal('guest_not_possible');",
    to: '',
    test: {
      file: GUESTS,
      title:
        'GUEST-08 one address is a guest of several syndicates and funders, each with its own parts, and never beside another membership of the funder',
    },
  },
  {
    ids: ['GUEST-09'],
    broken: 'of several invitations at once, one too many is accepted',
    file: 'src/server/features/guests/invite-guest.ts',
    from: '    .forNoKeyUpdate()\n',
    to: '',
    test: {
      file: GUESTS,
      title: 'GUEST-09 a syndicate has at most 10 guests, whoever invites at the same moment',
    },
  },
  {
    ids: ['GUEST-10'],
    broken: 'what a guest looks at is not recorded',
    file: 'src/server/access/viewed-syndicate.ts',
    from: "const isOwn = caller.kind === 'investor' && syndicateId === caller.syndicateId;",
    to: "const isOwn = caller.kind === 'guest' || syndicateId === caller.syndicateId;",
    test: {
      file: GUESTS,
      title:
        'GUEST-01 GUEST-10 a guest is invited by mail, chooses a password, adds a second factor, and reads what was opened',
    },
  },
  {
    ids: ['GUEST-11'],
    broken: 'a guest for the deals gets the tab of the payouts, which does not open',
    file: 'src/web/app/guest-dashboard.tsx',
    from: "payouts: 'payouts' } as const;",
    to: "payouts: 'tables' } as const;",
    test: {
      file: BROWSER,
      title: 'GUEST-11 a guest for the deals sees the summary, the tables and a deal without its notes',
    },
    says: "getByRole('tab', { name: 'Payouts' })",
  },
  {
    ids: ['GUEST-12'],
    broken: 'everybody of a syndicate has the tab Guests, which refuses them',
    file: 'src/web/features/profile/profile-page.tsx',
    from: "useUserPermissions().data?.has('manage-guests') ?? false;",
    to: "useUserPermissions().data?.has('manage-guests') !== undefined;",
    test: { file: BROWSER, title: 'GUEST-12 who does not look after guests has no tab for them' },
    says: 'Guests',
  },
];
