import type { PlantedFault } from '../planted-fault.ts';

const STATEMENTS = 'src/server/statements/statements.test.ts';
const KEPT = 'src/server/statements/kept-figures.unit.test.ts';
const PRINCIPAL = 'src/shared/domain/principal.test.ts';
const RANDOM = 'src/server/statements/random-statements.test.ts';
const ADD_UP = 'src/server/statements/add-up.ts';

const GOLDEN =
  'STMT-01 STMT-02 the first month of the golden deal: 0 + 15,300.00 − 382.50 = 14,917.50; of 371.01 are 297.49 principal and 73.52 income';

export const statementFaults: readonly PlantedFault[] = [
  {
    ids: ['STMT-01'],
    broken: 'a share that came in the month is in its opening balance',
    file: ADD_UP,
    from: 'let hasCome = first !== undefined && share.agreementDate < first;',
    to: 'let hasCome = first !== undefined && share.agreementDate < lastOfMonth(first);',
    test: { file: STATEMENTS, title: GOLDEN },
  },
  {
    ids: ['STMT-02'],
    broken: 'principal is in proportion to the RTR before its management fee',
    file: 'src/shared/domain/principal.ts',
    from: 'isManagementFeeUpfront ? partRtr : partRtr - percentOf(partRtr, managementFeePercent)',
    to: 'isManagementFeeUpfront ? partRtr : partRtr + 0n * percentOf(partRtr, managementFeePercent)',
    test: { file: STATEMENTS, title: GOLDEN },
  },
  {
    ids: ['STMT-02'],
    broken: 'by cost first principal goes on after the cost is back',
    file: 'src/shared/domain/principal.ts',
    from: 'return returned < cost ? returned : cost;',
    to: 'return returned;',
    test: { file: PRINCIPAL, title: 'STMT-02 by cost first everything is principal until the cost is back' },
  },
  {
    ids: ['STMT-03'],
    broken: 'the same figures are another text when they were put together in another order',
    file: 'src/server/statements/kept-figures.ts',
    from: '.toSorted(([one], [other]) => (one < other ? -1 : 1))',
    to: '.slice()',
    test: {
      file: KEPT,
      title:
        'STMT-03 equal figures are equal texts with the same hash, in whatever order they were put together',
    },
  },
  {
    ids: ['STMT-04'],
    broken: 'a syndicate that came later gets statements of the months before',
    file: 'src/server/statements/make-batch.ts',
    from: 'if (!known && (begins === null || begins > figures.to || figures.to < newFrom)) return;',
    to: '',
    test: {
      file: STATEMENTS,
      title: 'STMT-04 a syndicate without a share, a payout or a cash entry by then has no statement',
    },
  },
  {
    ids: ['STMT-05'],
    broken: 'a renamed syndicate gets new versions of all its statements',
    file: 'src/server/statements/kept-figures.ts',
    from: 'const { parties: _, ...rest } = JSON.parse',
    to: 'const { ...rest } = JSON.parse',
    test: { file: KEPT, title: 'STMT-05 another name is no reason for a new version, another cent is' },
  },
  {
    ids: ['STMT-05'],
    broken: 'a new version does not say which payment was posted late',
    file: 'src/server/statements/causes.queries.ts',
    from: '    ...(await paidLate(tx, asked)),\n',
    to: '',
    test: {
      file: STATEMENTS,
      title:
        'STMT-05 what is posted into a month that is over makes a new version, which says what changed and why; the old one stays',
    },
  },
  {
    ids: ['STMT-06'],
    broken: 'a deal that was written off has lost nothing',
    file: 'src/shared/domain/principal.ts',
    from: 'CLOSED_FOR_LESS.includes(status) ? cost - principal : 0n',
    to: 'CLOSED_FOR_LESS.includes(status) ? 0n * (cost - principal) : 0n',
    test: {
      file: STATEMENTS,
      title:
        'STMT-06 a write-off leaves the balance in its month with its loss; a payment after it is collected and comes back',
    },
  },
  {
    ids: ['STMT-07'],
    broken: 'of two runs at once the second fails',
    file: 'src/server/statements/make-batch.ts',
    from: "error instanceof pg.DatabaseError && error.constraint === 'statements_once'",
    to: "error instanceof pg.DatabaseError && error.constraint === 'statements_twice'",
    test: {
      file: STATEMENTS,
      title:
        'STMT-07 two runs at once make each statement once, and a worker that was down makes up for the months that it missed',
    },
  },
  {
    ids: ['STMT-07'],
    broken: 'what is posted into a month that is over is not noticed by the nightly run',
    file: 'src/server/statements/changed-books.ts',
    from: "when change.cause in ('payout', 'reversal') then change.pay_date",
    to: "when change.cause in ('payout', 'reversal') then null",
    test: {
      file: STATEMENTS,
      title: 'STMT-07 the nightly run makes a new version of what was recorded since, without being asked',
    },
  },
  {
    ids: ['STMT-08'],
    broken: 'statements are made on the first of the month, before the last payouts are in the cash accounts',
    file: 'src/server/statements/due-months.ts',
    from: 'return bankDayFrom(month) <= day ? before',
    to: 'return month <= bankDayFrom(day) ? before',
    test: { file: STATEMENTS, title: 'STMT-08 statements are made on the first bank day after a month' },
  },
  {
    ids: ['STMT-09'],
    broken: 'people are told of statements of months long ago',
    file: 'src/server/statements/make-batch.ts',
    from: "kind === 'month' ? periodStart === told :",
    to: "kind === 'month' ? periodStart <= told :",
    test: {
      file: STATEMENTS,
      title:
        'STMT-09 people are told of the last month with a link and no figure, and of nothing older; a syndicate without people is told nothing',
    },
  },
  {
    ids: ['STMT-30'],
    broken: 'people are not told that a month long ago was corrected',
    file: 'src/server/statements/make-batch.ts',
    from: 'isCorrected(frozen) || isOfLast(frozen, told)',
    to: 'isOfLast(frozen, told)',
    test: {
      file: STATEMENTS,
      title:
        'STMT-30 people are told of corrected versions of any age, in one mail for all that a run has made, and as they have chosen',
    },
  },
  {
    ids: ['STMT-31'],
    broken: 'everybody gets the figures by mail, also who has not asked for them',
    file: 'src/server/notifications/attached-statements.ts',
    from: '.filter(({ isWithFiles }) => isWithFiles)',
    to: '.filter(({ isWithFiles }) => isWithFiles || true)',
    test: {
      file: STATEMENTS,
      title:
        'STMT-31 the mail has the PDF for who asked for it, the same as in the portal, and for nobody else',
    },
  },
  {
    ids: ['STMT-32'],
    broken: 'a PDF that cannot be made keeps the whole mail from its reader',
    file: 'src/server/notifications/attached-statements.ts',
    from: 'allFailed.push({ syndicateId, statementId, err });',
    to: 'throw err;',
    test: {
      file: 'src/server/notifications/attached-statements.unit.test.ts',
      title: 'STMT-32 a PDF that cannot be made, or breaks off, keeps none of the others from the mail',
    },
  },
  {
    ids: ['STMT-32'],
    broken: 'nobody of the operator hears that the PDF of a statement cannot be made',
    file: 'src/server/notifications/notification-mails.jobs.ts',
    from: 'await reportFailed(deps, key, attached.failed);',
    to: '',
    test: {
      file: 'src/server/notifications/failed-files.test.ts',
      title: 'STMT-32 a mail of a morning goes out with all but the PDF that cannot be made',
    },
  },
  {
    ids: ['STMT-10'],
    broken: 'the cash account of a month begins with nothing',
    file: ADD_UP,
    from: 'const opening = (cash.before ?? 0n) + ',
    to: 'const opening = ',
    test: {
      file: STATEMENTS,
      title:
        'STMT-10 the cash account of a statement goes by effective date, and its movements lead from the opening to the closing',
    },
  },
  {
    ids: ['STMT-11'],
    broken: 'the nightly comparison leaves statements out',
    file: 'src/server/features/reconciliation/reconcile.ts',
    from: '      ...(await findStatementDifferences(tx, tenantId, syndicateIds)),\n',
    to: '',
    test: {
      file: STATEMENTS,
      title:
        'STMT-11 the nightly comparison finds a kept text that was changed, figures that do not add up, and what the ledger says otherwise without a cause',
    },
  },
  {
    ids: ['STMT-06'],
    broken: 'a deal that is written off in a month in which it pays nothing is passed over',
    file: 'src/server/statements/read-shares.ts',
    from: 'or told.changes is not null',
    to: '',
    test: {
      file: STATEMENTS,
      title:
        'STMT-06 a write-off leaves the balance in its month with its loss; a payment after it is collected and comes back',
    },
  },
  {
    ids: ['STMT-12', 'STMT-13'],
    broken: 'a loss counts again in every month after the deal was closed',
    file: ADD_UP,
    from: 'const loss = closing.loss - opening.loss;',
    to: 'const loss = closing.loss;',
    test: { file: RANDOM, title: 'STMT-12 STMT-13 in ' },
  },
  {
    ids: ['STMT-34'],
    broken: 'on the first night of a month a correction of long ago is forgotten',
    file: 'src/server/statements/make-statements.ts',
    from: 'filter(([, month]) => !isNewMonth || month < firstOfAll)',
    to: 'filter(() => !isNewMonth)',
    test: {
      file: STATEMENTS,
      title: 'STMT-34 the statement of a month 40 months ago and that of its year are corrected on ',
    },
  },
  {
    ids: ['STMT-34'],
    broken: 'a correction brings statements of a time before they began',
    file: 'src/server/statements/make-batch.ts',
    from: ' || figures.to < newFrom',
    to: '',
    test: {
      file: STATEMENTS,
      title:
        'STMT-34 a statement that somebody asked for of a month before statements began is corrected, and no other one of that time is made',
    },
  },
  {
    ids: ['STMT-14'],
    broken: 'a month that is not over can be made by command',
    file: 'src/server/operator/statements.ts',
    from: 'if (lastOfMonth(last) >= (await readToday(db)))',
    to: 'if (lastOfMonth(last) < (await readToday(db)) && false)',
    test: {
      file: STATEMENTS,
      title: 'STMT-14 the command makes a month again or a year, says how many, and verifies what is kept',
    },
  },
];
