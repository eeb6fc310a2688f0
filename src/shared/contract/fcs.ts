import * as z from 'zod/mini';
import { type CalendarDate, calendarDate } from '../domain/calendar-date.ts';
import { OFFER_STATUS } from '../domain/offer-status.ts';
import type { PaymentFrequency } from '../domain/offer-terms.ts';
import { flag, id, mid, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { month } from './participations.ts';
import { date, money, percent } from './value-codecs.ts';

const deal = wireObject({
  id: ['deal_id', id],
  publicId: ['unique_id', z.string()],
  mid: ['contract_MID', z.string()],
  name: ['deal_name', z.string()],
  feeSplitPercent: ['fee_split_percent', percent],
  /** Included so that the page can ask for the company's data without another call first. */
  companyId: ['company_id', id],
});

const company = wireObject({
  id: ['id', id],
  name: ['company_name', z.string()],
  dba: ['company_dba', z.nullable(z.string())],
  industry: ['company_industry', z.string()],
  startedMonth: ['company_started_date', month],
});

const companyAddress = wireObject({
  id: ['id', id],
  companyId: ['company_id', id],
  kind: ['company_address_type', z.enum(['Main', 'Mailing'])],
  street: ['company_street', z.string()],
  city: ['company_city', z.string()],
  state: ['company_state', z.string()],
  zip: ['company_zip', z.string()],
});

const companyOwner = wireObject({
  id: ['id', id],
  firstName: ['merchant_first_name', z.string()],
  lastName: ['merchant_last_name', z.string()],
  creditScore: ['merchant_credit_score', z.nullable(z.int())],
  ownershipPercent: ['percentage_of_ownership', percent],
});

const bankAccount = wireObject({
  id: ['id', id],
  name: ['bank_account_name', z.string()],
});

const averagesOfAccount = wireObject({
  bankAccountId: ['bank_account_id', id],
  deposits: ['month_deposit_amount', money],
  transfers: ['month_transfer_amount', money],
  otherAdvances: ['month_other_advances', money],
  deductions: ['month_deduction', money],
  netDeposits: ['month_net_deposits', money],
  numberOfDeposits: ['month_number_of_deposits', percent],
  negativeDays: ['month_negative_days', percent],
  averageBalance: ['month_average_balance', money],
  beginningBalance: ['month_monthly_beginning_balance', money],
  endingBalance: ['month_monthly_ending_balance', money],
});

const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const FILE_PATH = '/api/filecontrolsheet/statement_files/';

/** Where the page asks for a link to the file. The link itself expires within a minute, too soon to be part of a list. */
const fileLink = z.codec(z.string().check(z.regex(new RegExp(`^${FILE_PATH}\\d{1,15}$`))), z.bigint(), {
  decode: (path) => BigInt(path.slice(FILE_PATH.length)),
  encode: (fileId) => `${FILE_PATH}${fileId}`,
});

const statementRow = wireObject({
  bankAccountId: ['bank_account_id', id],
  isScrubbed: ['calculate_row', flag],
  monthName: ['month_name', z.enum(MONTH_NAMES)],
  year: ['month_year', z.int()],
  fileId: ['file_link', z.nullable(fileLink)],
  deposits: ['month_deposit_amount', money],
  transfers: ['month_transfer_amount', money],
  otherAdvances: ['month_other_advances', money],
  deductions: ['month_deduction', money],
  netDeposits: ['month_net_deposits', money],
  numberOfDeposits: ['month_number_of_deposits', z.int()],
  negativeDays: ['month_negative_days', z.int()],
  averageBalance: ['month_average_balance', money],
  beginningBalance: ['month_monthly_beginning_balance', money],
  endingBalance: ['month_monthly_ending_balance', money],
});

type StatementRow = z.output<typeof statementRow>;
type StatementMonth = Omit<StatementRow, 'monthName' | 'year'> & { month: CalendarDate };

/** On the wire a month is a name and a year; in the code it is the first day of the month. */
const statementMonth = z.codec(statementRow, z.custom<StatementMonth>(), {
  decode: ({ monthName, year, ...row }) => {
    const number = String(MONTH_NAMES.indexOf(monthName) + 1).padStart(2, '0');
    return { ...row, month: calendarDate(`${year}-${number}-01`) };
  },
  encode: ({ month: firstDay, ...row }) => ({
    ...row,
    monthName: MONTH_NAMES[Number(firstDay.slice(5, 7)) - 1] ?? 'January',
    year: Number(firstDay.slice(0, 4)),
  }),
});

const FREQUENCY_OF = { Daily: 'DAILY', Weekly: 'WEEKLY', '': null } as const;

const advanceFrequency = z.codec(z.enum(['Daily', 'Weekly', '']), z.custom<PaymentFrequency | null>(), {
  decode: (word) => FREQUENCY_OF[word],
  encode: (frequency) => (frequency === 'DAILY' ? 'Daily' : frequency === 'WEEKLY' ? 'Weekly' : ''),
});

const existingAdvance = wireObject({
  id: ['id', id],
  bankAccountId: ['bank_account_id', z.nullable(id)],
  dailyPayment: ['mca_daily_payment', z.nullable(money)],
  weeklyPayment: ['mca_weekly_payment', z.nullable(money)],
  balance: ['mca_balance', z.nullable(money)],
  originalFunding: ['mca_original_funding_amount', z.nullable(money)],
  paymentFrequency: ['payment_type', advanceFrequency],
  lenderName: ['lender_name', z.string()],
  /** Set for lenders that make offers in this portal. Of other lenders only the name is known. */
  lenderId: ['lender_id', z.nullable(id)],
  status: ['status', z.string()],
  advanceDate: ['mca_date', z.nullable(date)],
  description: ['description', z.nullable(z.string())],
  previousDealUrl: ['previous_deal_url', z.nullable(z.string())],
});

/** Only the fields that the page shows. The terms between a lender and its brokers are not for investors. */
const acceptedOffer = wireObject({
  id: ['id', id],
  dealId: ['deal_id', id],
  positionNumber: ['lender_position_number', z.int()],
  amount: ['lender_offer_amount', money],
  paybackAmount: ['lender_payback_amount', money],
  payment: ['lender_payment', money],
  paymentFrequency: ['lender_payment_type', z.enum(['DAILY', 'WEEKLY'])],
  factorRate: ['lender_factor_rate', percent],
  termDays: ['lender_term', z.int()],
  status: ['lender_offer_status', z.literal(OFFER_STATUS.accepted)],
  note: ['offer_note', z.nullable(z.string())],
  lenderName: ['name', z.string()],
  createdAt: ['created_at', z.iso.datetime()],
});

const ofDeal = wireObject({ mid: ['contract_MID', mid] });
const ofCompany = wireObject({ companyId: ['company_id', pathId] });

/** What a file control sheet is made of, for whoever may see it. */
export const SHEET_PARTS = {
  deal,
  company,
  companyAddress,
  companyOwner,
  bankAccount,
  averagesOfAccount,
  statementMonth,
  existingAdvance,
  acceptedOffer,
};

export const fcsContract = {
  deal: endpoint({
    method: 'GET',
    path: '/api/get_deal_data/:unique_id',
    access: 'investor',
    needs: ['view-fcs'],
    recordsUse: 'deal file viewed',
    summary: 'The deal of a file control sheet.',
    params: wireObject({ dealPublicId: ['unique_id', z.string().check(z.maxLength(100))] }),
    response: deal,
  }),

  company: endpoint({
    method: 'GET',
    path: '/api/company/get_company/:contract_MID',
    access: 'investor',
    needs: ['view-fcs'],
    recordsUse: 'deal file viewed',
    summary: "The merchant's business.",
    params: ofDeal,
    response: company,
  }),

  addresses: endpoint({
    method: 'GET',
    path: '/api/company_address/company_addresses/:company_id',
    access: 'investor',
    needs: ['view-fcs'],
    recordsUse: 'deal file viewed',
    summary: 'The Main and the Mailing address of a company.',
    params: ofCompany,
    response: z.array(companyAddress),
  }),

  owners: endpoint({
    method: 'GET',
    path: '/api/company_merchant/merchant_for_company/:company_id',
    access: 'investor',
    needs: ['view-fcs'],
    recordsUse: 'deal file viewed',
    summary: 'The owners of a company, the largest share first.',
    params: ofCompany,
    response: z.array(companyOwner),
  }),

  bankAccounts: endpoint({
    method: 'GET',
    path: '/api/company/getCompanyBankAccount/:company_id',
    access: 'investor',
    needs: ['view-fcs'],
    recordsUse: 'deal file viewed',
    summary: 'The bank accounts whose statements are on file.',
    params: ofCompany,
    response: z.array(bankAccount),
  }),

  statementMonths: endpoint({
    method: 'GET',
    path: '/api/company/getCompanyBankStm/:company_id',
    access: 'investor',
    needs: ['view-fcs'],
    recordsUse: 'deal file viewed',
    summary: 'The scrubbed months of every bank account, the newest first.',
    params: ofCompany,
    response: z.array(statementMonth),
  }),

  accountAverages: endpoint({
    method: 'GET',
    path: '/api/filecontrolsheet/getFCSRowsCompanyCalc/:company_id',
    access: 'investor',
    needs: ['view-fcs'],
    recordsUse: 'deal file viewed',
    summary: 'The averages of the scrubbed months of each bank account.',
    params: ofCompany,
    response: z.array(averagesOfAccount),
  }),

  existingAdvances: endpoint({
    method: 'GET',
    path: '/api/mcainformation/mcas/:company_id',
    access: 'investor',
    needs: ['view-fcs'],
    recordsUse: 'deal file viewed',
    summary: 'The advances that the merchant has or had, the newest first.',
    params: ofCompany,
    response: z.array(existingAdvance),
  }),

  acceptedOffer: endpoint({
    method: 'GET',
    path: '/api/deal_lender/deal_lenders_synd/:contract_MID',
    access: 'investor',
    needs: ['view-fcs'],
    recordsUse: 'deal file viewed',
    summary: 'The accepted offer of a deal as a list, which is empty while no offer is accepted.',
    params: ofDeal,
    response: z.array(acceptedOffer),
  }),

  linkToStatement: endpoint({
    method: 'POST',
    path: `${FILE_PATH}:file_id`,
    access: 'investor',
    needs: ['view-fcs'],
    records: ['statement file opened'],
    summary:
      "A link to a statement's file. Its address is no secret: it opens for a minute, and only in the session that requested it.",
    params: wireObject({ fileId: ['file_id', pathId] }),
    response: wireObject({
      address: ['link', z.string()],
      expiresInSeconds: ['expires_in', z.int()],
    }),
  }),

  openStatement: endpoint({
    method: 'GET',
    path: '/api/filecontrolsheet/opened_statements/:tenant_id/:file_id',
    access: 'cookie',
    needs: ['view-fcs'],
    downloads: 'stored file',
    summary: 'The file behind such a link.',
    // A new tab sends no X-TENANT.
    params: wireObject({
      tenantId: ['tenant_id', z.uuid().check(z.toLowerCase())],
      fileId: ['file_id', pathId],
    }),
    response: z.void(),
  }),
};
