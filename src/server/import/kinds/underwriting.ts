import * as z from 'zod';
import { PAYMENT_FREQUENCIES } from '../../../shared/domain/offer-terms.ts';
import { pathOf } from '../../../shared/pages.ts';
import { amount, date, externalId, flag, integer, month, oneOf, reference, text } from '../columns.ts';
import { tableKind } from './table-kind.ts';

/** What the address of a file control sheet of our own begins with. */
const SHEET = pathOf('fileControlSheet', { dealPublicId: '' });

export const bankAccounts = tableKind({
  name: 'bank_accounts',
  about: 'The companies’ bank accounts, under the names on their statements.',
  table: 'companyBankAccounts',
  schema: z.object({ external_id: externalId(), company: reference('companies'), name: text(200) }),
  describe: {
    external_id: 'your id of the account',
    company: '`external_id` of the company',
    name: 'its name on the file control sheet',
  },
  examples: [
    { external_id: 'BA-1', company: 'C-1', name: 'Union Federal Operating x4821' },
    { external_id: 'BA-2', company: 'C-2', name: 'Lakeshore Bank Checking x0093' },
  ],
  values: ({ idOf }, row) => ({ companyId: idOf(row.company), name: row.name }),
});

const namedFile = (row: { file?: string | null | undefined; stored_file?: string | null | undefined }) => ({
  path: row.file ?? undefined,
  storedAs: row.stored_file ?? undefined,
});

export const statements = tableKind({
  name: 'statements',
  about:
    'Months of bank statements. The PDF is a file next to the import’s files, or an object that is already in the file ' +
    'storage; it is scanned for viruses.',
  table: 'statementMonths',
  storedAs: { file: 'fileId', stored_file: 'fileId' },
  schema: z
    .object({
      external_id: externalId(),
      bank_account: reference('bank_accounts'),
      month: month(),
      deposits: amount(),
      transfers: amount(),
      other_advances: amount(),
      deductions: amount(),
      net_deposits: amount(),
      number_of_deposits: integer(0, 1_000_000),
      negative_days: integer(0, 31),
      average_balance: amount(),
      beginning_balance: amount(),
      ending_balance: amount(),
      is_scrubbed: flag().nullish(),
      file: text(300).nullish(),
      stored_file: text(500).nullish(),
    })
    .refine(({ file, stored_file }) => file == null || stored_file == null, {
      path: ['stored_file'],
      message: 'is there together with file; only one can be',
    }),
  describe: {
    external_id: 'your id of the row',
    bank_account: '`external_id` of the bank account',
    month: 'such as `2026-09`; only once for each account',
    deposits: 'all of the month',
    transfers: 'of those, transfers from own accounts',
    other_advances: 'of those, money from other funders',
    deductions: 'of those, other that is no sale',
    net_deposits: 'true sales: deposits less the three before',
    number_of_deposits: 'how many',
    negative_days: 'days on which the account was overdrawn',
    average_balance: 'over the month',
    beginning_balance: 'on its first day',
    ending_balance: 'on its last day',
    is_scrubbed: '`false`: not checked yet, and not shown; `true` if empty',
    file: 'path of the PDF, from the folder of the import',
    stored_file: 'or the key of an object in the file storage, which begins with the tenant’s id',
  },
  examples: [
    {
      external_id: 'ST-1',
      bank_account: 'BA-1',
      month: '2026-08',
      deposits: '61250.00',
      transfers: '2000.00',
      other_advances: '0.00',
      deductions: '250.00',
      net_deposits: '59000.00',
      number_of_deposits: '41',
      negative_days: '0',
      average_balance: '14200.50',
      beginning_balance: '12010.10',
      ending_balance: '15332.75',
    },
    {
      external_id: 'ST-2',
      bank_account: 'BA-1',
      month: '2026-09',
      deposits: '58400.00',
      transfers: '0.00',
      other_advances: '0.00',
      deductions: '400.00',
      net_deposits: '58000.00',
      number_of_deposits: '38',
      negative_days: '1',
      average_balance: '13950.00',
      beginning_balance: '15332.75',
      ending_balance: '11875.20',
    },
  ],
  fileOf: namedFile,
  values: async ({ tx, idOf, files }, row) => ({
    bankAccountId: idOf(row.bank_account),
    month: row.month,
    isScrubbed: row.is_scrubbed ?? true,
    fileId: await files.take(tx, namedFile(row)),
    depositsCents: row.deposits,
    transfersCents: row.transfers,
    otherAdvancesCents: row.other_advances,
    deductionsCents: row.deductions,
    netDepositsCents: row.net_deposits,
    numberOfDeposits: row.number_of_deposits,
    negativeDays: row.negative_days,
    averageBalanceCents: row.average_balance,
    beginningBalanceCents: row.beginning_balance,
    endingBalanceCents: row.ending_balance,
  }),
  taken: {
    statement_months_tenant_id_bank_account_id_month_key: ['month', 'is another row of the same account'],
  },
});

export const advances = tableKind({
  name: 'advances',
  about: 'Existing advances of a company from any lender; “MCA” on the file control sheet.',
  table: 'existingAdvances',
  schema: z.object({
    external_id: externalId(),
    company: reference('companies'),
    bank_account: reference('bank_accounts').nullish(),
    lender_name: text(200),
    status: text(50),
    advance_date: date().nullish(),
    original_funding: amount().nullish(),
    balance: amount().nullish(),
    payment_frequency: oneOf(PAYMENT_FREQUENCIES).nullish(),
    daily_payment: amount().nullish(),
    weekly_payment: amount().nullish(),
    description: text(2000).nullish(),
    previous_deal_url: text(500)
      .regex(new RegExp(`^(https://|${SHEET})`), `begins neither with https:// nor with ${SHEET}`)
      .nullish(),
  }),
  describe: {
    external_id: 'your id of the advance',
    company: '`external_id` of the company',
    bank_account: '`external_id` of the account that it is paid from',
    lender_name: 'the name of the lender',
    status: '`active`, `paying off`, `paid off` …; the last two no longer count',
    advance_date: 'the date of the advance',
    original_funding: 'how much it was',
    balance: 'the amount still owed',
    payment_frequency: '`DAILY` or `WEEKLY`',
    daily_payment: 'if daily',
    weekly_payment: 'if weekly',
    description: 'the underwriter’s note',
    previous_deal_url: 'where the earlier deal can be read',
  },
  examples: [
    {
      external_id: 'ADV-1',
      company: 'C-1',
      bank_account: 'BA-1',
      lender_name: 'Delta Advance',
      status: 'active',
      advance_date: '2026-05-11',
      original_funding: '25000.00',
      balance: '9800.00',
      payment_frequency: 'WEEKLY',
      weekly_payment: '820.00',
    },
  ],
  values: ({ idOf }, row) => ({
    companyId: idOf(row.company),
    bankAccountId: idOf(row.bank_account),
    lenderName: row.lender_name,
    status: row.status,
    advanceDate: row.advance_date ?? null,
    originalFundingCents: row.original_funding ?? null,
    balanceCents: row.balance ?? null,
    paymentFrequency: row.payment_frequency ?? null,
    dailyPaymentCents: row.daily_payment ?? null,
    weeklyPaymentCents: row.weekly_payment ?? null,
    description: row.description ?? null,
    previousDealUrl: row.previous_deal_url ?? null,
  }),
});
