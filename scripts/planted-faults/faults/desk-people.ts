import type { PlantedFault } from '../planted-fault.ts';

const APPROVALS = 'src/server/features/approvals/approvals.test.ts';
const PEOPLE = 'src/server/features/users/desk-people.test.ts';
const KEPT = 'src/server/features/investors/kept-syndicates.test.ts';
const INVESTORS = 'src/server/features/investors/investors.test.ts';

export const deskPeopleFaults: readonly PlantedFault[] = [
  {
    ids: ['DESK-30'],
    broken: 'whoever asked approves it alone',
    file: 'src/server/approvals/decide-approval.ts',
    from: 'if (approval.askedBy === decider.userId) throw await',
    to: 'if (approval.askedBy === 0n) throw await',
    test: {
      file: APPROVALS,
      title: 'DESK-30 nobody approves or turns down their own, and the words say who can',
    },
  },
  {
    ids: ['DESK-30'],
    broken: 'what somebody asked for who may no longer is approved',
    file: 'src/server/approvals/decide-approval.ts',
    from: 'if (!asking.some(({ userId }) => userId === askedBy))',
    to: 'if (asking.length === 0)',
    test: {
      file: APPROVALS,
      title:
        'DESK-30 what has waited too long is asked for anew, and so is what was asked by somebody who may no longer',
    },
  },
  {
    ids: ['DESK-30'],
    broken: 'an administrator approves what the person asks for whom they have just let in',
    file: 'src/server/approvals/require-apart.ts',
    from: 'where event.actor_id is not null and (event.action in',
    to: "where behind.side = 'decides' and event.actor_id is not null and (event.action in",
    test: {
      file: APPROVALS,
      title: 'DESK-30 whoever has just let somebody in does not approve what they ask for either',
    },
  },
  {
    ids: ['DESK-30'],
    broken: 'of two whom one person has just let in, one asks and the other approves',
    file: 'src/server/approvals/require-apart.ts',
    from: "where asking.side = 'asks' and deciding.side = 'decides'",
    to: "where asking.side = 'asks' and deciding.side = 'decides' and (asking.user_id = ${askedBy} or deciding.user_id = ${decidedBy})",
    test: {
      file: APPROVALS,
      title:
        'DESK-30 two whom the same person has just let in do not decide together, over however many steps',
    },
  },
  {
    ids: ['DESK-31'],
    broken: 'the desk learns of the second factor of somebody who has not accepted its invitation',
    file: 'src/server/features/users/desk-people.queries.ts',
    from: 'hasSecondFactor: acceptedAt === null || !withFactor ? null : withFactor.has(person.id)',
    to: 'hasSecondFactor: withFactor?.has(person.id) ?? null',
    test: { file: PEOPLE, title: 'DESK-31 nothing is said of the account of somebody who has not accepted' },
  },
  {
    ids: ['DESK-32'],
    broken: 'the desk ends the sessions at other funders too',
    file: 'src/server/identity/end-sessions-of-user.ts',
    from: "if (operator.via !== 'command line') {",
    to: 'if (false) {',
    test: { file: PEOPLE, title: 'DESK-32 sessions are ended, unless they are another funder’s too' },
  },
  {
    ids: ['DESK-33'],
    broken: 'two administrators close each other',
    file: 'src/server/identity/another-manager.ts',
    from: '    for update`.execute(tx);',
    to: '    `.execute(tx);',
    test: {
      file: PEOPLE,
      title: 'DESK-33 two administrators who close each other at the same moment leave one',
    },
  },
  {
    ids: ['DESK-33'],
    broken: 'a person gives away permissions that they do not have',
    file: 'src/server/features/users/desk-rules.ts',
    from: '!isOfInvestors(permission) && !held.has(permission)',
    to: '!isOfInvestors(permission) && held.size === 0',
    test: { file: PEOPLE, title: 'DESK-33 nobody gives away more than they have' },
  },
  {
    ids: ['DESK-34'],
    broken: 'what is on its way counts as paid out',
    file: 'src/server/book/investors.queries.ts',
    from: 'upcomingPayouts: upcoming }),',
    to: 'upcomingPayouts: -netPay }),',
    test: { file: INVESTORS, title: 'DESK-34 the figures of a syndicate are those of its own dashboard' },
  },
  {
    ids: ['DESK-35'],
    broken: 'a change of bank account is released without the checks at the end of its waiting period',
    file: 'src/server/payout-accounts/apply-change.ts',
    from: ".where('syndicateId', '=', asked.syndicateId)",
    to: '',
    test: {
      file: INVESTORS,
      title: 'DESK-35 a change of somebody who has left the syndicate is not released',
    },
  },
  {
    ids: ['DESK-36'],
    broken: 'a second syndicate gets the abbreviation of another',
    file: 'src/server/features/investors/keep-syndicate.ts',
    from: '  await requireFreeAbbreviation(tx, tenantId, names.abbreviation);\n  const addresses',
    to: '  const addresses',
    test: { file: KEPT, title: 'DESK-36 what cannot be added says why, and adds nothing' },
  },
  {
    ids: ['DESK-37'],
    broken: 'a change of settings is not in the trail',
    file: 'src/server/features/investors/keep-syndicate.ts',
    from: 'const details = changesBetween<keyof typeof after>(before, after);',
    to: 'const details = changesBetween<keyof typeof after>(after, after);',
    test: { file: KEPT, title: 'DESK-37 settings are changed one by one, and the trail has old and new' },
  },
  {
    ids: ['DESK-38'],
    broken: 'an import gives shares to a closed syndicate',
    file: 'src/server/import/kinds/participations.ts',
    from: '  await requireOpen(work, rows);\n',
    to: '',
    test: {
      file: 'src/server/features/imports/imports.test.ts',
      title: 'DESK-38 an import gives a closed syndicate no share that was agreed after it was closed',
    },
  },
  {
    ids: ['DESK-38'],
    broken: 'a closed syndicate takes a share of a deal that it was invited to before',
    file: 'src/server/book/open-syndicate.ts',
    from: 'if (syndicate && syndicate.closedAt !== null)',
    to: "if (syndicate && tenantId === '')",
    test: {
      file: KEPT,
      title:
        'DESK-38 a closed syndicate takes part in nothing new; what it is owed stays, and its people see it',
    },
  },
  {
    ids: ['DESK-39'],
    broken: 'another role is given with what the person may do already',
    file: 'src/server/identity/change-user.ts',
    from: 'permissionsWith(isAnotherRole ? permissionsOfRole(role) : null, granted, revoked)',
    to: 'permissionsWith(null, granted, revoked)',
    test: {
      file: PEOPLE,
      title:
        'DESK-39 staff get another role, which begins with its own permissions, without being invited again',
    },
  },
  {
    ids: ['DESK-41'],
    broken: 'an administrator finds no way to add the first syndicate',
    file: 'src/web/desk/features/people/investors-page.tsx',
    from: 'onClick={() => setIsAdding(true)}',
    to: 'onClick={() => setIsAdding(false)}',
    test: {
      file: 'e2e/new-funder.spec.ts',
      title:
        'DESK-36 DESK-41 after the first administrator was invited by command, the first investor of a funder signs in without another',
    },
    says: 'Add a syndicate',
  },
  {
    ids: ['DESK-37'],
    broken: 'an abbreviation that another investor gave up is given to a second one',
    file: 'migrations/20261207040101_former_names.sql',
    from: 'and former.syndicate_id <> new.id',
    to: 'and former.syndicate_id = new.id',
    test: {
      file: 'src/server/features/investors/kept-syndicates.test.ts',
      title:
        'DESK-37 security rule: a name that another syndicate had is not given again, and whoever approves for one reads both',
    },
  },
  {
    ids: ['DESK-42'],
    broken: 'an investor gets a short name with a hidden character',
    file: 'src/shared/domain/investor-names.ts',
    from: '!HIDDEN.test(name) && ',
    to: '',
    test: {
      file: 'src/server/features/investors/kept-syndicates.test.ts',
      title: 'DESK-42 security rule: no investor gets a name that a reader takes for another one’s',
    },
  },
];
