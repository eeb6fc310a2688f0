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
  {
    ids: ['LEDGER-02'],
    broken: 'a last payment makes a written-off deal a completed one',
    file: 'src/server/ledger/complete-deals.ts',
    from: '!isEnded(formerStatus)',
    to: 'formerStatus !== COMPLETED',
    test: {
      file: 'src/server/ledger/complete-deals.test.ts',
      title: 'LEDGER-02 a last payment completes open deals only',
    },
  },
  {
    ids: ['LEDGER-02'],
    broken: 'a return overrules the status that somebody has set after the completion',
    file: 'src/server/ledger/complete-deals.ts',
    from: 'where is_automatic and status',
    to: 'where status',
    test: {
      file: 'src/server/ledger/complete-deals.test.ts',
      title: 'LEDGER-02 a status that somebody has set since',
    },
  },
  {
    ids: ['LEDGER-03'],
    broken: 'a payment can be corrected twice',
    file: 'src/server/ledger/correct-payment.ts',
    from: 'if (!isSame)\n    throw',
    to: 'if (isSame === null)\n    throw',
    test: {
      file: 'src/server/ledger/correct-payment.test.ts',
      title: 'LEDGER-03 the same correction again changes nothing; another one',
    },
  },
  {
    ids: ['LEDGER-03'],
    broken: 'investors read of a correction that a bank returned the payment',
    file: 'src/server/features/portfolio/deal-details.queries.ts',
    from: 'bool_or(not payment.is_void) as has_return',
    to: 'true as has_return',
    test: {
      file: 'src/server/features/portfolio/deal-details.test.ts',
      title: 'DEALS-03 LEDGER-03 a payout with something taken back says whether',
    },
  },
  {
    ids: ['LEDGER-04'],
    broken: 'a deal that still owes is called completed without a word',
    file: 'src/shared/domain/status-warning.ts',
    from: "if (status === 'Advance Completed' && owed > 0n)",
    to: "if (status === 'Advance Completed' && owed < 0n)",
    test: {
      file: 'src/server/features/deal-status/deal-status.test.ts',
      title: 'LEDGER-04 a status that contradicts what is owed is set, with a warning',
    },
  },
  {
    ids: ['LEDGER-06'],
    broken: 'a payment is moved to a day before its deal was funded',
    file: 'src/server/ledger/correct-payment.ts',
    from: 'date < fundedDate',
    to: 'date < FIRST_MONEY_DATE',
    test: {
      file: 'src/server/features/corrections/desk-corrections.test.ts',
      title:
        'LEDGER-06 nobody moves a payment before the funding of its deal or before 2000, alone or with another person',
    },
  },
  {
    ids: ['LEDGER-05'],
    broken: 'a token corrects any amount alone',
    file: 'src/server/approvals/correct-by-token.ts',
    from: 'preview.secondPerson !== null',
    to: "preview.secondPerson === 'pay date closed'",
    test: {
      file: 'src/server/approvals/by-token.test.ts',
      title:
        'LEDGER-05 a token corrects up to the limit of a day, and above it asks for an approval, once for each key',
    },
  },
  {
    ids: ['LEDGER-05'],
    broken: 'somebody to whom the issuer of a token has just given the permission approves what it asks for',
    file: 'src/server/approvals/require-apart.ts',
    from: 'for (const { holder } of rows) if (!(await areApart(tx, tenantId, holder, decidedBy)))',
    to: 'for (const { holder } of rows) if (holder === decidedBy)',
    test: {
      file: 'src/server/approvals/by-token.test.ts',
      title: 'LEDGER-05 whoever issued a token, or let it work, approves nothing that it asks for',
    },
  },
];
