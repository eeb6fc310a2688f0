import type { PlantedFault } from '../planted-fault.ts';

const VERSIONS = 'src/server/access/answer-versions.test.ts';
const INCREMENTAL = 'src/server/features/reconciliation/incremental.test.ts';

export const largeBookFaults: readonly PlantedFault[] = [
  {
    ids: ['BOOK-01'],
    broken: 'a deal that changed once since it was compared counts as compared',
    file: 'src/server/features/reconciliation/deal-checks.ts',
    from: 'deal_checks.change_number is distinct from coalesce(total.change_number, 0) as is_changed',
    to: 'coalesce(deal_checks.change_number + 1 < total.change_number, true) as is_changed',
    test: {
      file: INCREMENTAL,
      title:
        'BOOK-01 a cent in a line of a deal that changed is found that night, one in an old line within the round',
    },
  },
  {
    ids: ['BOOK-01'],
    broken: 'each night takes the same part of what did not change, and skips the others',
    file: 'src/server/features/reconciliation/deal-checks.ts',
    from: 'order by is_changed, checked_at, id',
    to: 'order by is_changed, checked_at desc, id',
    test: {
      file: INCREMENTAL,
      title:
        'BOOK-01 a cent in a line of a deal that changed is found that night, one in an old line within the round',
    },
  },
  {
    ids: ['BOOK-01'],
    broken: 'a change that was not yet committed when its deal was compared counts as compared',
    file: 'src/server/features/reconciliation/deal-checks.ts',
    from: 'select deals.id as deal_id, coalesce(total.change_number, 0) as change_number',
    to: 'select deals.id as deal_id, coalesce(total.change_number, 0) + 1 as change_number',
    test: {
      file: INCREMENTAL,
      title: 'BOOK-01 a change that is committed only after the comparison is taken the next night',
    },
  },
  {
    ids: ['MANY-01'],
    broken: 'a tenant whose part of a batch fails ends the batch, and those after it are not done',
    file: 'src/server/platform/jobs/tenant-jobs.ts',
    from: 'await addOwnJob();\n        }',
    to: 'throw err;\n        }',
    test: {
      file: 'scripts/demo-data/many/many-tenants.test.ts',
      title: 'MANY-01 a tenant whose part of a batch fails is tried alone',
    },
  },
  {
    ids: ['MANY-02'],
    broken: 'the batches of a night take all jobs that a worker runs at once, and mails wait for them',
    file: 'src/server/platform/jobs/tenant-jobs.ts',
    from: 'priority => ${priority}::integer, queue_name => (${queues}::text[])[1 + place % ${QUEUES}::bigint])',
    to: 'priority => ${priority}::integer)',
    test: {
      file: 'src/server/platform/jobs/tenant-jobs.test.ts',
      title: 'MANY-02 while the work of many tenants is under way, what a person waits for is done at once',
    },
  },
  {
    ids: ['BOOK-02'],
    broken: 'a comparison of the whole book takes a night’s part of it',
    file: 'src/server/features/reconciliation/reconcile.ts',
    from: 'deals: await dealsToCheck(tx, tenantId, taken),',
    to: 'deals: await dealsToCheck(tx, tenantId, round),',
    test: { file: INCREMENTAL, title: 'BOOK-02 the whole book is compared in parts, several at once' },
  },
  {
    ids: ['BOOK-07'],
    broken: 'a merchant that was renamed keeps its former name on pages that were open before',
    file: 'migrations/20261121020100_book_versions.sql',
    from: 'and before_change is distinct from after_change',
    to: 'and before_change.status is distinct from after_change.status',
    test: {
      file: 'src/server/book/book-version-random.test.ts',
      title: 'random books, after every command, an answer that is said to be the same is the same',
    },
  },
  {
    ids: ['BOOK-07'],
    broken: 'an answer is read in parts of different times, and has the version of the first',
    file: 'src/server/access/session.ts',
    from: 'isSnapshot: isDownload || endpoint.isVersioned === true',
    to: 'isSnapshot: isDownload',
    test: {
      file: 'src/server/book/book-version.test.ts',
      title: 'BOOK-07 a payment that is committed while an answer is being read belongs to the next version',
    },
  },
  {
    ids: ['BOOK-07'],
    broken: 'figures of the day before are said to be still right after midnight',
    file: 'src/server/book/book-version.queries.ts',
    from: 'as complete_through, ${today} as today',
    to: "as complete_through, '' as today",
    test: { file: 'src/server/book/book-version.test.ts', title: 'BOOK-07 the version names the day' },
  },
  {
    ids: ['BOOK-08'],
    broken: 'one person’s version is good for another person of the syndicate',
    file: 'src/server/access/answer-versions.ts',
    from: 'const all = [RELEASE, who,',
    to: 'const all = [RELEASE, who.tenantId,',
    test: {
      file: VERSIONS,
      title: 'BOOK-08 another person of the same syndicate, and another session, get an answer of their own',
    },
  },
  {
    ids: ['BOOK-08'],
    broken: 'whoever has the answer already looks at another syndicate’s book without a record of it',
    file: 'src/server/access/answer-versions.ts',
    from: `      await recordUse(subject, details);
      if (isKnown) throw new AlreadyKnown();`,
    to: `      if (isKnown) throw new AlreadyKnown();
      await recordUse(subject, details);`,
    test: { file: VERSIONS, title: 'BOOK-08 is recorded as a use as if it had been sent' },
  },
  {
    ids: ['BOOK-09'],
    broken: 'the answers of whoever signed out stay in the memory of the page',
    file: 'src/web/lib/access-token.ts',
    from: `  generation += 1;
  forgetAnswers();`,
    to: '  generation += 1;',
    test: {
      file: 'src/web/lib/known-answers.test.ts',
      title: 'BOOK-09 after the session has ended nothing is known, for the same user and for another',
    },
  },
];
