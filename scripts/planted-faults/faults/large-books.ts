import type { PlantedFault } from '../planted-fault.ts';

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
];
