import type { PlantedFault } from '../planted-fault.ts';

export const ledgerFaults: readonly PlantedFault[] = [
  {
    ids: ['LEDGER-01'],
    broken: 'a debit that is sent twice under two references is paid out twice',
    file: 'src/server/ledger/day-file/suspected-duplicates.ts',
    from: 'if (reference !== debit.reference) return new SuspectedDuplicate(reference);',
    to: 'if (reference === debit.reference) return new SuspectedDuplicate(reference);',
    test: {
      file: 'src/server/ledger/day-file/held-entries.test.ts',
      title: 'LEDGER-01 of three equal debits of a day one is posted and two are held',
    },
  },
  {
    ids: ['LEDGER-01'],
    broken: 'a debit that is confirmed days later is added to a pay date that has been paid',
    file: 'src/server/ledger/day-file/confirm-held-entries.ts',
    from: 'postedOn: await readToday(tx),',
    to: 'postedOn: run.postedOn,',
    test: {
      file: 'src/server/ledger/day-file/held-entries.test.ts',
      title: 'LEDGER-01 what is held is posted once it is confirmed, as of that day, and only that',
    },
  },
];
