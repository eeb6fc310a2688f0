import type { PlantedFault } from '../planted-fault.ts';

const file = 'src/server/features/disposal/disposal.test.ts';

export const retentionFaults: readonly PlantedFault[] = [
  {
    ids: ['DATA-01'],
    broken: 'the page about retention says something else than the code does',
    file: 'src/server/features/disposal/retention.ts',
    from: "answeredChallenges: expired('hashes of solved captchas', 'until they expire, within an hour'),",
    to: "answeredChallenges: expired('hashes of solved captchas', 'for a year'),",
    test: {
      file: 'src/server/features/disposal/retention.unit.test.ts',
      title: 'DATA-01 docs/retention.md says of every table how long it is kept',
    },
  },
  {
    ids: ['DATA-02'],
    broken: 'a closed account keeps its address for ever',
    file: 'src/server/features/disposal/closed-users.ts',
    from: 'email: `removed-${id}@removed.invalid`,',
    to: '',
    test: { file, title: 'DATA-02 DATA-03 what was last used 25 months ago goes' },
  },
  {
    ids: ['DATA-02', 'DATA-03'],
    broken: 'people go a year before their time',
    file: 'src/server/features/disposal/past-use.ts',
    from: 'make_interval(months => ${sql.ref(COLUMNS[setting])})',
    to: 'make_interval(months => ${sql.ref(COLUMNS[setting])} - 12)',
    test: { file, title: 'DATA-02 DATA-03 what was last used 25 months ago goes' },
  },
  {
    ids: ['DATA-02'],
    broken: 'the bank account goes of a syndicate that is still owed a payout',
    file: 'src/server/features/disposal/closed-syndicates.ts',
    from: 'having sum(x.net_pay_cents) > 0)',
    to: 'having false)',
    test: { file, title: 'DATA-02 a syndicate that is owed a payout keeps what it takes to pay it' },
  },
  {
    ids: ['DATA-02'],
    broken:
      'the bank account goes in the night after a payout was sent to it, before the bank can send it back',
    file: 'src/server/features/disposal/closed-syndicates.ts',
    from: "x.outcome = 'in file')",
    to: 'false)',
    test: { file, title: 'DATA-02 a syndicate that a payout was sent to keeps its account' },
  },
  {
    ids: ['DATA-02'],
    broken: 'the bank account of a syndicate that owes the funder, or that nothing is owed, is kept for good',
    file: 'src/server/features/disposal/closed-syndicates.ts',
    from: 'having sum(x.net_pay_cents) > 0)',
    to: 'having sum(abs(x.net_pay_cents)) > 0)',
    test: { file, title: 'DATA-02 a syndicate that is owed a payout keeps what it takes to pay it' },
  },
  {
    ids: ['DATA-04'],
    broken: 'the files of a declined submission stay in the storage',
    file: 'src/server/features/disposal/stored-files.jobs.ts',
    from: 'if (!isNeeded) await fileStorage.remove(storageKey);',
    to: '',
    test: { file, title: 'DATA-04 a declined submission loses its merchant, files and bank access' },
  },
  {
    ids: ['DATA-04'],
    broken: 'a forgotten bank token goes on to work at the provider',
    file: 'src/server/bank-connections/remove-bank-connection.jobs.ts',
    from: 'await bankProvider.remove(encryption.open(sealed, accessTokenPlace(tenantId, connectionId)));',
    to: 'encryption.open(sealed, accessTokenPlace(tenantId, connectionId));',
    test: { file, title: 'DATA-04 a declined submission loses its merchant, files and bank access' },
  },
  {
    ids: ['DATA-05'],
    broken: 'a legal hold on a tenant holds nothing',
    file: 'src/server/features/disposal/past-use.ts',
    from: "(hold.subject_kind = 'tenant' or (hold",
    to: '(false or (hold',
    test: { file, title: 'DATA-05 a legal hold keeps the tenant' },
  },
  {
    ids: ['DATA-06'],
    broken: 'a funder removes a person whom another funder still has',
    file: 'src/server/features/disposal/closed-users.ts',
    from: 'isPast &&= rows.length === 1;',
    to: 'isPast ||= rows.length === 1;',
    test: { file, title: 'DATA-06 a tenant’s run touches no other tenant' },
  },
  {
    ids: ['DATA-07'],
    broken: 'a run that was killed leaves a merchant half removed',
    file: 'src/server/features/disposal/remove-company.ts',
    from: 'await addJobs(',
    to: 'await sql`commit`.execute(tx);\n  await addJobs(',
    test: { file, title: 'DATA-07 a run that is killed in the middle leaves nothing half done' },
  },
];
