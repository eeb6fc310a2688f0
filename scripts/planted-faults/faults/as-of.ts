import type { PlantedFault } from '../planted-fault.ts';

const CALL = 'src/server/features/as-of/as-of.test.ts';

export const asOfFaults: readonly PlantedFault[] = [
  {
    ids: ['ASOF-01'],
    broken: 'as of its pay date a payout still counts as on its way',
    file: 'src/server/ledger/book-changes/recorded-book.ts',
    from: 'filter (where pay_date > ${from}::date)',
    to: 'filter (where pay_date >= ${from}::date)',
    test: {
      file: CALL,
      title:
        'ASOF-01 DASH-07 as of each day the figures are what the strip and the nightly report said on that day',
    },
  },
  {
    ids: ['ASOF-02'],
    broken: 'the reconciliation passes over the recorded changes of the books',
    file: 'src/server/ledger/find-differences.ts',
    from: '...(await findBookChangeDifferences(tx, scope, limit)),',
    to: '...(await findBookChangeDifferences(tx, { ...scope, syndicateIds: [] }, limit)),',
    test: { file: CALL, title: 'ASOF-02 DASH-07 the reconciliation finds a cent that a day has too much' },
  },
  {
    ids: ['ASOF-03'],
    broken: 'what the earlier day had already is told as part of the difference',
    file: 'src/server/ledger/book-changes/difference-lines.ts',
    from: 'and recorded_on > ${from}::date',
    to: 'and recorded_on >= ${from}::date',
    test: {
      file: CALL,
      title: 'ASOF-03 of every two days, the causes and the lines add up to the difference, to the cent',
    },
  },
  {
    ids: ['ASOF-04'],
    broken: 'nobody is told that payouts came in with an import',
    file: 'src/server/ledger/book-changes/recorded-book.ts',
    from: "cause = 'payout' and pay_date < recorded_on",
    to: "cause = 'payout' and pay_date > recorded_on",
    test: {
      file: CALL,
      title: 'ASOF-04 payouts that are entered after their pay date came in with an import',
    },
  },
  {
    ids: ['ASOF-06'],
    broken: 'the spreadsheet of two days leaves out the lines between them',
    file: 'src/server/features/as-of/export-book-as-of.ts',
    from: '...(second ? [linesSheet(changes)] : [])',
    to: '...(second ? [] : [linesSheet(changes)])',
    test: {
      file: CALL,
      title: 'ASOF-06 the spreadsheet has the figures of both days and the lines between them',
    },
  },
];
