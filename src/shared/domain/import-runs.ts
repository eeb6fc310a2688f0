/**
 * `open`: files are being added, or the plan has changed since the last check. `ready`: checked, with or without problems. `failed`:
 * something else than the files was wrong; it can be tried again.
 */
export const IMPORT_RUN_STATES = [
  'open',
  'checking',
  'ready',
  'importing',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportRunState = (typeof IMPORT_RUN_STATES)[number];

/** While it has one of these, somebody else works on it and nothing of it can be changed. */
export const BUSY_RUN_STATES: readonly ImportRunState[] = ['checking', 'importing', 'undoing'];

export const MAX_FILES_PER_RUN = 12;

/** What the rows of a spreadsheet can be. */
export const SHEET_KINDS = ['deals', 'participations', 'payments', 'syndicates', 'brokers'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

export const SHEET_KIND_NAMES: Readonly<Record<SheetKind, string>> = {
  deals: 'Deals',
  participations: 'Syndication',
  payments: 'Payments',
  syndicates: 'Investors',
  brokers: 'Brokers',
};

/** How the cells of a field are read. */
export const FIELD_FORMATS = {
  text: 'as it is',
  money: '$1,234.50 and (250.00)',
  date: '11/14/26, month first',
  month: '03/2019 or 2019-03',
  percent: '0.25, 25 and 25%',
  factor: '1.42',
  number: 'a whole number',
  word: 'each word has a meaning',
  name: 'name, short name or number',
} as const;
export type FieldFormat = keyof typeof FIELD_FORMATS;

export interface SheetField {
  label: string;
  format: FieldFormat;
  /** Every row needs it: from a column, or one value for all. */
  isNeeded?: true;
  /** One value for all rows can be given in place of a column. */
  hasConstant?: true;
  /** Where the file has none, it is typed for each of them: one value for all would be wrong. */
  isTypedForEach?: true;
  /** Headers of other systems that mean it, in lower case without blanks and signs. */
  called: RegExp;
}

type Fields = Readonly<Record<string, SheetField>>;

export const SHEET_FIELDS: Readonly<Record<SheetKind, Fields>> = {
  deals: {
    external_id: {
      label: 'Deal ID',
      format: 'text',
      isNeeded: true,
      called: /^(deal|contract|advance)?(id|no|number|num)$|^externalid$|^deal$/,
    },
    mid: { label: 'MID', format: 'text', called: /^(mid|contractmid)$/ },
    name: {
      label: 'Merchant',
      format: 'text',
      isNeeded: true,
      called: /^(merchant|business|company)?(legal)?name$|^merchant$/,
    },
    dba: { label: 'DBA', format: 'text', called: /^dba(name)?$/ },
    industry: {
      label: 'Industry',
      format: 'text',
      isNeeded: true,
      hasConstant: true,
      called: /^industry(type)?$|^trade$/,
    },
    started: {
      label: 'Business started',
      format: 'month',
      isNeeded: true,
      hasConstant: true,
      called: /^(business)?(started|startdate|inception)$/,
    },
    platform: { label: 'Platform', format: 'text', hasConstant: true, called: /^(platform|brand)$/ },
    status: { label: 'Status', format: 'word', isNeeded: true, called: /^(deal)?(status|stage)$/ },
    funded_date: { label: 'Funded on', format: 'date', isNeeded: true, called: /^(fund(ed|ing)?)(date|on)$/ },
    funded_amount: {
      label: 'Funded amount',
      format: 'money',
      isNeeded: true,
      called: /^fund(ed|ing)(amount|amt)?$/,
    },
    payback_amount: {
      label: 'Payback (RTR)',
      format: 'money',
      isNeeded: true,
      called: /^(rtr|payback(amount)?)$/,
    },
    payment: { label: 'One debit', format: 'money', isNeeded: true, called: /^payment(amount)?$|^debit$/ },
    payment_frequency: {
      label: 'Frequency',
      format: 'word',
      isNeeded: true,
      hasConstant: true,
      called: /^(payment)?freq(uency)?$/,
    },
    term_days: { label: 'Term in days', format: 'number', isNeeded: true, called: /^term(days)?$/ },
    factor_rate: { label: 'Factor', format: 'factor', isNeeded: true, called: /^factor(rate)?$/ },
    commission_percent: {
      label: 'Commission %',
      format: 'percent',
      hasConstant: true,
      called: /^comm(ission)?(percent|pct)?$/,
    },
    broker: {
      label: 'ISO / Broker',
      format: 'text',
      called: /^(iso|isos|brokers?|referral(partner|source)?|referredby)(name|company|shop|office)?$/,
    },
  },
  participations: {
    external_id: { label: 'Share ID', format: 'text', called: /^(share|participation)(id|no)$|^externalid$/ },
    deal: {
      label: 'Deal',
      format: 'name',
      isNeeded: true,
      called: /^(deal|contract|advance)(id|no|number|num)?$|^mid$/,
    },
    syndicate: {
      label: 'Investor',
      format: 'name',
      isNeeded: true,
      called: /^(investor|syndicate|syndicator|participant)(name)?$/,
    },
    agreement_date: {
      label: 'Agreed on',
      format: 'date',
      isNeeded: true,
      called: /^(agree(ment|d)?)?(date|on)$|^agreed$/,
    },
    share_percent: {
      label: 'Share %',
      format: 'percent',
      isNeeded: true,
      called: /^(share|participation|syndication)?(percent|pct|share)$|^percentshare$|^share(percent|pct)$/,
    },
    commission_percent: {
      label: 'Commission %',
      format: 'percent',
      hasConstant: true,
      called: /^comm(ission)?(percent|pct)?$/,
    },
    management_fee_percent: {
      label: 'Management fee %',
      format: 'percent',
      isNeeded: true,
      hasConstant: true,
      called: /^(mgmt|management)(fee)?(percent|pct)?$/,
    },
    upfront_fee_percent: {
      label: 'Upfront fee %',
      format: 'percent',
      called: /^upfront(fee)?(percent|pct)?$/,
    },
  },
  payments: {
    reference: {
      label: 'Reference',
      format: 'text',
      called: /^(reference|ref|trace|transactionid|paymentid)(no|number|num)?$/,
    },
    deal: {
      label: 'Deal',
      format: 'name',
      isNeeded: true,
      called: /^(deal|contract|advance)(id|no|number|num)?$|^mid$/,
    },
    date: {
      label: 'Date',
      format: 'date',
      isNeeded: true,
      called: /^(process(ed)?|clear(ed)?|payment|posted)?date$/,
    },
    amount: { label: 'Amount', format: 'money', isNeeded: true, called: /^(payment)?(amount|amt)$/ },
    status: { label: 'Result', format: 'word', called: /^(status|result)$/ },
    return_code: {
      label: 'Return code',
      format: 'text',
      hasConstant: true,
      called: /^(return|r)(code|reason)$/,
    },
  },
  syndicates: {
    external_id: {
      label: 'Investor ID',
      format: 'text',
      called: /^(investor|syndicate)(id|no)$|^externalid$/,
    },
    name: { label: 'Name', format: 'text', isNeeded: true, called: /^(investor|syndicate)?(name)?$/ },
    abbreviation: { label: 'Short name', format: 'text', called: /^(abbreviation|abbr|shortname|code)$/ },
    pay_days: { label: 'Pay days', format: 'text', isNeeded: true, hasConstant: true, called: /^paydays?$/ },
    default_share_percent: {
      label: 'Usual share %',
      format: 'percent',
      isNeeded: true,
      hasConstant: true,
      called: /^(default|usual)share(percent|pct)?$/,
    },
    management_fee_percent: {
      label: 'Management fee %',
      format: 'percent',
      isNeeded: true,
      hasConstant: true,
      called: /^(mgmt|management)(fee)?(percent|pct)?$/,
    },
    syndication_fee_percent: {
      label: 'Syndication fee %',
      format: 'percent',
      isNeeded: true,
      hasConstant: true,
      called: /^syndicationfee(percent|pct)?$/,
    },
    esign_email: {
      label: 'E-mail',
      format: 'text',
      isNeeded: true,
      isTypedForEach: true,
      called: /^(esign)?e?mail(address)?$/,
    },
    contact_person: { label: 'Contact', format: 'text', called: /^contact(person)?$/ },
    phone_number: { label: 'Phone', format: 'text', called: /^phone(number)?$/ },
  },
  brokers: {
    external_id: { label: 'Broker ID', format: 'text', called: /^(broker|iso)(id|no)$|^externalid$/ },
    name: { label: 'Person', format: 'text', isNeeded: true, called: /^(contact|name|person|rep)$/ },
    company_name: {
      label: 'Company',
      format: 'text',
      isNeeded: true,
      called: /^(company|iso|broker)(name)?$/,
    },
    email: { label: 'E-mail', format: 'text', isNeeded: true, called: /^e?mail(address)?$/ },
    phone_number: { label: 'Phone', format: 'text', called: /^phone(number)?$/ },
  },
};

/** Whether a row of a file that leaves it out is wrong: nothing that somebody says of all rows, or of each, replaces it. */
export const isNeededInFile = ({ isNeeded, hasConstant, isTypedForEach }: SheetField): boolean =>
  isNeeded === true && !hasConstant && !isTypedForEach;

/** A header without what systems write differently. */
export const headerKey = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('%', 'percent')
    .replaceAll('#', 'number')
    .replaceAll(/[^a-z]/g, '');

/** The figures that a sender's control totals can have: of the files themselves, before anything is added to the book. */
export const RUN_FIGURES = [
  'deals',
  'shares',
  'payments',
  'funded',
  'rtr',
  'cleared',
  'returned',
  'collected',
] as const;
export type RunFigure = (typeof RUN_FIGURES)[number];

export const isCount = (figure: RunFigure): boolean =>
  figure === 'deals' || figure === 'shares' || figure === 'payments';

/** How a problem is put right, once for all of its rows; with `each`, once for each of its values. `null`: in the file, or by leaving the rows out. */
export const PROBLEM_FIXES = ['word', 'name', 'constant', 'each', 'column'] as const;
export type ProblemFix = (typeof PROBLEM_FIXES)[number];

/** The meaning of an investor's name that is to become a new investor. */
export const NEW_SYNDICATE = 'new';

/** Before another name of the same files, of which an investor's name is a spelling. */
export const ANOTHER_NAME = '=';

/** The mails that an import causes. None of them states figures: those that do keep it from being undone. */
export const IMPORT_MAILS = ['address_changed', 'address_changed_back', 'watchlist'] as const;
export type ImportMailKind = (typeof IMPORT_MAILS)[number];

/** The field of a meaning by which an investor shares the address that is its meaning with somebody else on purpose. */
export const SHARED_ADDRESS = 'shared_address';
