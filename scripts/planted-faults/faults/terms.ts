import type { PlantedFault } from '../planted-fault.ts';

/** Faults in how terms, debit dates and the day through which the book is complete come in. */
export const termsFaults: readonly PlantedFault[] = [
  {
    ids: ['SCHED-06'],
    broken: 'the first debit may be before the terms count',
    file: 'src/server/ledger/decide-terms.ts',
    from: 'firstDebitDate < effectiveDate) throw',
    to: 'firstDebitDate > effectiveDate) throw',
    test: {
      file: 'src/server/features/deal-terms/deal-terms.test.ts',
      title: 'SCHED-06 terms that make no sense are refused by name and change nothing',
    },
  },
  {
    ids: ['SCHED-06'],
    broken: 'terms are recorded, and the deal is judged by the old ones until the next day',
    file: 'src/server/ledger/change-terms.ts',
    from: '  await keepStandings(tx, tenantId, [dealId]);\n',
    to: '  await keepStandings(tx, tenantId, []);\n',
    test: {
      file: 'src/server/features/deal-terms/deal-terms.test.ts',
      title: 'SCHED-06 terms are recorded by a call, and how the deal stands is worked out with them',
    },
  },
  {
    ids: ['SCHED-06'],
    broken: 'the book counts as complete through a day that has not come',
    file: 'src/server/ledger/standings/complete-day.ts',
    from: 'day > (await readToday(db))',
    to: 'day < (await readToday(db))',
    test: {
      file: 'src/server/features/posting/complete-through.test.ts',
      title: 'SCHED-06 who posts a file says through which day everything is posted',
    },
  },
  {
    ids: ['SCHED-06'],
    broken: 'deals are judged by the old time to clear until the next posting',
    file: 'src/server/tenant-settings/settings.ts',
    from: "if (changed.includes('clearingBankDays'))",
    to: "if (changed.includes('name'))",
    test: {
      file: 'src/server/features/posting/complete-through.test.ts',
      title: 'SCHED-06 another time to clear has all open deals looked at again',
    },
  },
  {
    ids: ['SCHED-06'],
    broken:
      'another time to clear locks the deals in another order than the import beside it, and one of the two is broken off',
    file: 'src/server/ledger/standings/turn-of-day.jobs.ts',
    from: 'await lockLedgerShared(tx, tenantId);',
    to: '',
    test: {
      file: 'src/server/features/posting/complete-through.test.ts',
      title: 'SCHED-06 another time to clear waits for an import, and neither breaks the other off',
    },
  },
  {
    ids: ['SCHED-06'],
    broken:
      'the turn of the day locks the deals in another order than the import beside it, and one of the two is broken off',
    file: 'src/server/ledger/standings/turn-of-day.ts',
    from: 'await lockLedgerShared(tx, tenantId);',
    to: '',
    test: {
      file: 'src/server/features/posting/complete-through.test.ts',
      title: 'SCHED-06 the turn of the day waits for an import, and neither breaks the other off',
    },
  },
  {
    ids: ['SCHED-06'],
    broken: 'a payment may be debited after it has cleared',
    file: 'src/server/ledger/day-file/day-file.ts',
    from: 'debit_date === null || debit_date <= date',
    to: 'debit_date === null || debit_date !== date',
    test: {
      file: 'src/server/ledger/day-file/debit-dates.test.ts',
      title: 'SCHED-06 a payment keeps the day of its debit, as the file tells it or by the time to clear',
    },
  },
  {
    ids: ['SCHED-11'],
    broken: 'terms are imported, and the deal is judged by the old ones until the next day',
    file: 'src/server/import/kinds/terms.ts',
    from: 'await keepStandings(tx, tenantId, [...new Set(added.map(({ dealId }) => dealId))]);',
    to: 'await keepStandings(tx, tenantId, []);',
    test: {
      file: 'src/server/import/terms.test.ts',
      title: 'SCHED-11 how a deal stands is worked out in the same transaction as its terms',
    },
  },
  {
    ids: ['SCHED-11'],
    broken: 'terms that are known already are added again under another id',
    file: 'src/server/import/kinds/terms.ts',
    from: 'if (same && areSameTerms(told, same)) return',
    to: 'if (!same) return',
    test: {
      file: 'src/server/import/terms.test.ts',
      title:
        'SCHED-11 terms of deals are imported once: lower payments, pauses, and the weekday of the contract',
    },
  },
  {
    ids: ['SCHED-11'],
    broken: 'the day of a debit that an import brings is lost',
    file: 'src/server/import/payments/staged-entries.ts',
    from: 'const debitDate = row.debitDate === null ? null',
    to: 'const debitDate = row.debitDate !== null ? null',
    test: {
      file: 'src/server/import/debit-dates.test.ts',
      title: 'SCHED-11 imported payments keep the day of their debit; a file without it changes nothing',
    },
  },
  {
    ids: ['SCHED-12'],
    broken: 'a weekday is suggested by half of the debits',
    file: 'src/shared/domain/usual-weekday.ts',
    from: 'count * 2 > of',
    to: 'count * 2 >= of',
    test: {
      file: 'src/shared/domain/usual-weekday.test.ts',
      title: 'SCHED-12 the weekday of more than half of at least three debits is the usual one',
    },
  },
  {
    ids: ['SCHED-12'],
    broken: 'a dry run suggests nothing from the payments that it tries',
    file: 'src/server/import/weekday-suggestions.ts',
    from: 'const tries = hasPayments && isDryRun;',
    to: 'const tries = hasPayments && !isDryRun;',
    test: {
      file: 'src/server/import/weekday-suggestions.test.ts',
      title:
        'SCHED-12 the weekday of a weekly deal is suggested by its history, and recorded once it is imported',
    },
  },
];
