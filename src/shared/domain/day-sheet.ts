import type { SheetField } from './sheet-mapping.ts';

export const DAY_SHEET_STATES = [
  'arriving',
  'columns',
  'checking',
  'checked',
  'posting',
  'posted',
  'unreadable',
] as const;
export type DaySheetState = (typeof DAY_SHEET_STATES)[number];

/** What would become of a line, problems first. */
export const LINE_VERDICTS = [
  'refused',
  'look at this',
  'suspected',
  'left out',
  'posted before',
  'will post',
] as const;
export type LineVerdict = (typeof LINE_VERDICTS)[number];

export const LINE_DECISIONS = ['leave out', 'post too'] as const;
export type LineDecision = (typeof LINE_DECISIONS)[number];

/** The kind of source that a day's payments come from. */
export const PAYMENTS_OF_A_DAY = 'payments of a day';

/** What is read from a day's spreadsheet. A negative amount is one that the bank has taken back. */
export const DAY_SHEET_FIELDS: readonly SheetField[] = [
  {
    ...{ name: 'mid', label: 'MID', rule: 'text', isRequired: true, maxLength: 40 },
    guesses: [
      'mid',
      'contract mid',
      'contract',
      'contract id',
      'deal id',
      'deal',
      'deal #',
      'advance id',
      'account',
    ],
  },
  {
    ...{ name: 'amount', label: 'amount', rule: 'money', isRequired: true },
    guesses: ['amount', 'amt', 'payment amount', 'payment', 'debit amount', 'debit', 'net amount', 'total'],
  },
  {
    ...{ name: 'date', label: 'date', rule: 'date', isRequired: true },
    guesses: [
      'date',
      'eff date',
      'effective date',
      'process date',
      'settle date',
      'settlement date',
      'cleared date',
      'payment date',
    ],
  },
  {
    ...{ name: 'result', label: 'result', rule: 'word', isRequired: false },
    guesses: ['result', 'status', 'payment status', 'type', 'transaction type'],
    meanings: {
      cleared: ['cleared', 'settled', 'paid', 'completed', 'success', 'successful', 'approved', 'debit'],
      returned: [
        'returned',
        'return',
        'reversed',
        'reversal',
        'rejected',
        'failed',
        'bounced',
        'nsf',
        'chargeback',
      ],
    },
  },
  {
    ...{ name: 'return_code', label: 'return code', rule: 'text', isRequired: false, maxLength: 10 },
    guesses: ['return code', 'rc', 'r code', 'reason code', 'return reason code', 'return reason'],
    looksLike: /^R\d{2}$/i,
  },
  {
    ...{ name: 'debit_date', label: 'debit date', rule: 'date', isRequired: false },
    guesses: ['debit date', 'origination date', 'entry date', 'submitted date'],
  },
  {
    ...{ name: 'merchant', label: 'merchant', rule: 'text', isRequired: false, maxLength: 200 },
    guesses: ['merchant', 'merchant name', 'name', 'dba', 'company', 'company name', 'customer'],
  },
  {
    ...{ name: 'reference', label: 'reference', rule: 'text', isRequired: true, maxLength: 100 },
    guesses: [
      'reference',
      'trace',
      'trace number',
      'trace #',
      'transaction id',
      'payment id',
      'id',
      'reference number',
    ],
    madeFrom: ['date', 'mid', 'amount'],
  },
];
