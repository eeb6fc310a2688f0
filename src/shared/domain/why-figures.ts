/** In what a figure is told. */
export type FigureUnit = 'money' | 'percent' | 'multiple' | 'count';

export const WHY_GROUPS = ['Dashboard', 'Tables', 'Payouts', 'Cash account', 'Returns'] as const;
export type WhyGroup = (typeof WHY_GROUPS)[number];

interface FigureWords {
  group: WhyGroup;
  label: string;
  /** What it is, as the glossary has it. */
  about: string;
  unit?: FigureUnit;
  /** Whether each deal has an amount of it, so that it can be compared with a list of deals. */
  isOfDeals?: true;
  /** Whether it is of one pay date, which the address names. */
  isOfPayDate?: true;
}

/** Every figure of an investor's pages that the desk can take apart. */
const WORDS = {
  'deal-count': {
    group: 'Dashboard',
    label: 'Deals',
    about: 'The deals in which the syndicate has a share, whatever their status.',
    unit: 'count',
  },
  'investment-cost': {
    group: 'Dashboard',
    label: 'Total investment cost',
    about: 'What the syndicate has put into its deals: its share of each, with commission and upfront fees.',
    isOfDeals: true,
  },
  'participation-amount': {
    group: 'Dashboard',
    label: 'Syndication amount',
    about: 'Its share of what was funded, without commission and fees.',
    isOfDeals: true,
  },
  'anticipated-return': {
    group: 'Dashboard',
    label: 'Anticipated return',
    about: 'Part RTR: its share of the payback of each deal, before the management fee.',
    isOfDeals: true,
  },
  'portfolio-balance': {
    group: 'Dashboard',
    label: 'Portfolio balance',
    about:
      'All remaining balances together, before fees. Deals that are written off or completed with discount count as 0.',
    isOfDeals: true,
  },
  'posted-payouts': {
    group: 'Dashboard',
    label: 'Payouts, posted',
    about: 'The net pay of all payout lines: what is paid and what is on its way.',
    isOfDeals: true,
  },
  'paid-payouts': {
    group: 'Dashboard',
    label: 'Total payouts',
    about: 'What is posted with a pay date up to today: everything posted less what is on its way.',
  },
  'upcoming-payouts': {
    group: 'Dashboard',
    label: 'On its way',
    about: 'What is posted with a pay date later than today in New York.',
    isOfDeals: true,
  },
  'net-investment': {
    group: 'Dashboard',
    label: 'Net investment',
    about:
      'Cost minus posted payouts plus cash balance: the money that is still invested. With a cash account that says it, what was contributed.',
  },
  'portfolio-return': {
    group: 'Dashboard',
    label: 'Portfolio return',
    about: 'Portfolio balance minus net investment plus cash balance, as a percent of the net investment.',
    unit: 'percent',
  },
  commission: {
    group: 'Tables',
    label: 'Commission paid',
    about: 'Its share of the commission of each deal.',
    isOfDeals: true,
  },
  repayments: {
    group: 'Tables',
    label: 'Total repayments',
    about:
      'The gross of all payout lines: its share of what the merchants have paid, before the management fee.',
    isOfDeals: true,
  },
  'management-fees': {
    group: 'Tables',
    label: 'Management fees',
    about: 'The fee of all payout lines. Fees that were taken upfront are part of the cost.',
    isOfDeals: true,
  },
  'remaining-balance': {
    group: 'Tables',
    label: 'Current remaining balance',
    about: 'What the contracts still owe, before fees, with deals that are written off as well.',
    isOfDeals: true,
  },
  'net-profit': {
    group: 'Tables',
    label: 'Net profit',
    about: 'What has been posted to it above the cost.',
    isOfDeals: true,
  },
  'pay-date-gross': {
    group: 'Payouts',
    label: 'Gross amount of a pay date',
    about: 'The gross of the payout lines of this pay date.',
    isOfDeals: true,
    isOfPayDate: true,
  },
  'pay-date-fee': {
    group: 'Payouts',
    label: 'Management fee of a pay date',
    about: 'The management fee of the payout lines of this pay date.',
    isOfDeals: true,
    isOfPayDate: true,
  },
  'pay-date-net': {
    group: 'Payouts',
    label: 'Net pay of a pay date',
    about: 'Gross less management fee: what the syndicate is paid on this pay date.',
    isOfDeals: true,
    isOfPayDate: true,
  },
  'cash-balance': {
    group: 'Cash account',
    label: 'Cash balance',
    about: 'The sum of the entries of the cash account that are effective by today.',
  },
  'cash-reserved': {
    group: 'Cash account',
    label: 'Reserved',
    about:
      'Withdrawals that were asked for and are not paid yet, and accepted shares of deals that are not funded yet, at their cost.',
  },
  'cash-available': {
    group: 'Cash account',
    label: 'Available',
    about: 'The cash balance less what is reserved.',
  },
  'cash-pending': {
    group: 'Cash account',
    label: 'Pending',
    about: 'Deposits of a later day. They are not counted yet.',
  },
  contributed: {
    group: 'Cash account',
    label: 'Contributed',
    about:
      'What the investor has put in and not taken out: as of the opening, plus deposits, minus withdrawals.',
  },
  'returns-cost': {
    group: 'Returns',
    label: 'Invested',
    about: 'The investment cost of all deals but those that were cancelled and never paid.',
    isOfDeals: true,
  },
  'returns-received': {
    group: 'Returns',
    label: 'Received',
    about: 'Net pay of the pay dates that have come.',
  },
  'returns-on-its-way': {
    group: 'Returns',
    label: 'On its way, of the returns',
    about: 'Net pay of the pay dates to come.',
  },
  'net-balance': {
    group: 'Returns',
    label: 'Net balance',
    about: 'What the open deals would still pay after fees, if each pays as agreed.',
    isOfDeals: true,
  },
  'expected-balance': {
    group: 'Returns',
    label: 'Net balance, adjusted by status',
    about: 'The part of the net balance that is expected to come in, by the recovery percent of each status.',
  },
  'total-value': {
    group: 'Returns',
    label: 'Total value, as agreed',
    about: 'Received, on its way, and the net balance.',
  },
  'total-value-adjusted': {
    group: 'Returns',
    label: 'Total value, adjusted',
    about: 'Received, on its way, and the net balance adjusted by status.',
  },
  dpi: {
    group: 'Returns',
    label: 'DPI',
    about: 'Received as a multiple of what was invested.',
    unit: 'multiple',
  },
  rvpi: {
    group: 'Returns',
    label: 'RVPI, as agreed',
    about: 'What is still to come, as agreed, as a multiple of what was invested.',
    unit: 'multiple',
  },
  tvpi: {
    group: 'Returns',
    label: 'TVPI, as agreed',
    about: 'The total value, as agreed, as a multiple of what was invested.',
    unit: 'multiple',
  },
  'rvpi-adjusted': {
    group: 'Returns',
    label: 'RVPI, adjusted',
    about: 'What is still to come, adjusted by status, as a multiple of what was invested.',
    unit: 'multiple',
  },
  'tvpi-adjusted': {
    group: 'Returns',
    label: 'TVPI, adjusted',
    about: 'The total value, adjusted by status, as a multiple of what was invested.',
    unit: 'multiple',
  },
  'yearly-rate': {
    group: 'Returns',
    label: 'Yearly rate, as agreed',
    about:
      'The rate at which all flows are worth nothing together: each cost on its agreement date, each payout on its pay date, and what is still to come as if it came today.',
    unit: 'percent',
  },
  'yearly-rate-adjusted': {
    group: 'Returns',
    label: 'Yearly rate, adjusted',
    about: 'The same with what is still to come adjusted by status.',
    unit: 'percent',
  },
} as const satisfies Record<string, FigureWords>;

export type WhyFigure = keyof typeof WORDS;

export const WHY_FIGURES = Object.keys(WORDS) as [WhyFigure, ...WhyFigure[]];

export const figureWords = (figure: WhyFigure): FigureWords => WORDS[figure];

export const unitOf = (figure: WhyFigure): FigureUnit => figureWords(figure).unit ?? 'money';

type OfDeals = { [F in WhyFigure]: (typeof WORDS)[F] extends { isOfDeals: true } ? F : never }[WhyFigure];
/** A figure of which each deal has an amount. */
export type DealFigure = OfDeals;

export const isOfDeals = (figure: WhyFigure): figure is DealFigure => figureWords(figure).isOfDeals === true;

export const DEAL_FIGURES = WHY_FIGURES.filter(isOfDeals) as [DealFigure, ...DealFigure[]];

export const isWhyFigure = (text: unknown): text is WhyFigure =>
  typeof text === 'string' && Object.hasOwn(WORDS, text);

/** With which sign a figure goes into another one; null of one that it is made of in a way that the words explain. */
export const TERM_SIGNS = ['plus', 'minus', 'over'] as const;
export type TermSign = (typeof TERM_SIGNS)[number];

/** What a list of parts is of. */
export const PART_KINDS = ['deals', 'entries', 'reservations'] as const;
export type PartKind = (typeof PART_KINDS)[number];
