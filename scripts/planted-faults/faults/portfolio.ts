import type { PlantedFault } from '../planted-fault.ts';

const PORTFOLIO = 'src/server/features/portfolio/portfolio.test.ts';
const TABLES = 'src/server/features/portfolio/participations.test.ts';
const DETAILS = 'src/server/features/portfolio/deal-details.test.ts';
const DEAL_PAGE = 'src/server/features/deal-page/deal-page.test.ts';
const EXPORT = 'src/server/features/portfolio/export/export.test.ts';
const PAYOUTS = 'src/server/features/payouts/payouts.test.ts';

const WATCHLIST = 'src/server/features/watchlist/watchlist.test.ts';

export const portfolioFaults: readonly PlantedFault[] = [
  {
    ids: ['SCHED-07'],
    broken: 'a reader who goes on in the watchlist misses the deals with the same reason',
    file: 'src/server/features/watchlist/watchlist.queries.ts',
    from: 'and gravity = ${gravity} and net_balance_cents <= ${netBalance}',
    to: 'and gravity = ${gravity} and net_balance_cents > ${netBalance}',
    test: {
      file: WATCHLIST,
      title: 'SCHED-07 the list goes on after any place, also of a deal that has left it',
    },
  },
  {
    ids: ['SCHED-07'],
    broken: 'a table with the filter On watchlist shows every deal',
    file: 'src/server/book/participation-choice.ts',
    from: 'if (onWatchlist) {',
    to: 'if (onWatchlist === undefined) {',
    test: {
      file: WATCHLIST,
      title: 'SCHED-07 TABLE-01 the filter leaves the watched deals of a table, with their count',
    },
  },
  {
    ids: ['DASH-02'],
    broken: 'everybody gets the list of the funder’s syndicates',
    file: 'src/shared/contract/portfolio.ts',
    from: "needs: ['switch-syndicates'],",
    to: '',
    test: { file: DETAILS, title: 'DASH-02 DASH-03 the list behind Switch View is a manager’s alone' },
  },
  {
    ids: ['DASH-03'],
    broken: 'a forged request shows the book of another syndicate',
    file: 'src/server/access/viewed-syndicate.ts',
    from: "else if (syndicateId !== reader.syndicateId && !viewsEverySyndicate(reader))\n    throw new Refusal('switch_not_allowed');",
    to: '',
    test: { file: PORTFOLIO, title: 'DASH-03 a forged switch to another syndicate is refused' },
  },
  {
    ids: ['DASH-04'],
    broken: 'a view that the syndicate does not have can be exported',
    file: 'src/server/features/portfolio/portfolio.routes.ts',
    from: 'requireTab(caller, body.syndicateId, TAB_OF[view]);',
    to: '',
    test: { file: EXPORT, title: 'DASH-04 TABLE-02 a view that the syndicate does not have is not exported' },
  },
  {
    ids: ['DASH-05'],
    broken: 'the latest payout is one whose day has not come',
    file: 'src/server/book/portfolio.queries.ts',
    from: ".where(sql<boolean>`not ${isUnpaid(tenantId, 'past')}`)",
    to: '',
    test: { file: PORTFOLIO, title: 'DASH-05 DASH-07 what is posted for a day to come is on its way' },
  },
  {
    ids: ['DASH-05'],
    broken: 'what is on its way counts as paid',
    file: 'src/shared/domain/portfolio-totals.ts',
    from: 'return totalPayouts - upcomingPayouts;',
    to: 'return totalPayouts + 0n * upcomingPayouts;',
    test: { file: PORTFOLIO, title: 'DASH-05 PAYOUT-01 what is on its way opens to its pay dates' },
  },
  {
    ids: ['DASH-06'],
    broken: 'the simple strip adds the cash balance for syndicates that do not show it',
    file: 'src/server/book/portfolio.queries.ts',
    from: 'row.usesCashBalance && row.showsCashBalance',
    to: 'row.usesCashBalance',
    test: { file: PORTFOLIO, title: 'DASH-05 DASH-06 DASH-07 the strip’s figures come from the ledger' },
  },
  {
    ids: ['DASH-07'],
    broken: 'the strip adds payouts that the bank took back',
    file: 'src/server/ledger/payout-lines.ts',
    from: 'net_pay_cents = total.net_pay_cents + part.net_pay_cents,\n      portfolio_balance_cents',
    to: 'net_pay_cents = total.net_pay_cents + abs(part.net_pay_cents),\n      portfolio_balance_cents',
    test: {
      file: 'src/server/ledger/ledger.test.ts',
      title: 'DASH-07 a correction is a reversing line; once, however often it is told',
    },
  },
  {
    ids: ['SIMPLE-01'],
    broken: 'the search finds the beginning of a name alone',
    file: 'src/server/book/found-participations.ts',
    from: '${word}) > 0`',
    to: '${word}) = 1`',
    test: { file: TABLES, title: 'SIMPLE-01 DETAIL-01 a search finds any part of a merchant’s name' },
  },
  {
    ids: ['DETAIL-01'],
    broken: 'Total Repayments shows what is left after the management fee',
    file: 'src/server/book/participations.queries.ts',
    from: 'collected: row.grossCents,',
    to: 'collected: row.netPayCents,',
    test: { file: TABLES, title: 'DEALS-02 DETAIL-01 SIMPLE-01 a row has every column, exact to the cent' },
  },
  {
    ids: ['DETAIL-02'],
    broken: 'a written-off balance stands in the detailed view as if it counted',
    file: 'src/server/book/columns.ts',
    from: 'isStruck: (p) => isExcludedFromBalance(p.status),',
    to: '',
    test: { file: EXPORT, title: 'TABLE-02 DETAIL-02 detailedview strikes a written-off balance through' },
  },
  {
    ids: ['DEALS-01'],
    broken: 'the end date leaves out deals that still paid after it',
    file: 'src/server/book/found-participations.ts',
    from: 'entry.first_pay_date <= ${payoutsTo}::date',
    to: 'entry.last_pay_date <= ${payoutsTo}::date',
    test: { file: TABLES, title: 'DEALS-01 start and end leave the deals whose payouts ran in that time' },
  },
  {
    ids: ['DEALS-02'],
    broken: 'a deal of which nothing is due yet is shown as paid in full',
    file: 'src/shared/domain/performance.ts',
    from: 'due === null || due === 0n ? null',
    to: 'due === null || due === 0n ? FULL',
    test: {
      file: 'src/shared/domain/performance.test.ts',
      title: 'DEALS-02 performance is the part of what was due that came in; with nothing due there is none',
    },
  },
  {
    ids: ['DEALS-03'],
    broken: 'the payouts of a deal are shown to a syndicate that has no share in it',
    file: 'src/server/features/portfolio/deal-details.queries.ts',
    from: ' and p.syndicate_id = ${syndicateId}',
    to: '',
    test: { file: DETAILS, title: 'DEALS-03 a deal that is not the syndicate’s is not found' },
  },
  {
    ids: ['SCHED-09'],
    broken: 'the page of a deal opens for a syndicate that has no share in it',
    file: 'src/server/features/deal-page/deal-page.queries.ts',
    from: ' and p.syndicate_id = ${syndicateId}',
    to: '',
    test: { file: DEAL_PAGE, title: 'SCHED-09 a deal without a share of the syndicate' },
  },
  {
    ids: ['DEALS-04'],
    broken: 'the deals report holds payouts after its end date',
    file: 'src/server/book/payout-lines-sheet.ts',
    from: 'where true ${from} ${to}',
    to: 'where true ${from}',
    test: { file: EXPORT, title: 'TABLE-02 DEALS-04 the deals report is named by its dates' },
  },
  {
    ids: ['TABLE-01'],
    broken: 'a table begins with pages of 50',
    file: 'src/server/features/portfolio/portfolio.routes.ts',
    from: 'const PAGE_LENGTH = 25;',
    to: 'const PAGE_LENGTH = 50;',
    test: { file: TABLES, title: 'TABLE-01 unasked, the first 25, the latest agreement first' },
  },
  {
    ids: ['TABLE-02'],
    broken: 'an export holds the whole book, whatever status is chosen',
    file: 'src/server/features/portfolio/export/export-participations.ts',
    from: 'dealsSheet(tx, view, choice, found)',
    to: 'dealsSheet(tx, view, { ...choice, status: null }, found)',
    test: { file: EXPORT, title: 'TABLE-02 an export holds the filter in force' },
  },
  {
    ids: ['PAYOUT-01'],
    broken: 'the pay dates begin with the oldest',
    file: 'src/server/features/payouts/payouts.queries.ts',
    from: "query.orderBy('paid.payDate', 'desc')",
    to: "query.orderBy('paid.payDate', 'asc')",
    test: {
      file: PAYOUTS,
      title: 'PAYOUT-01 the pay dates, the newest first, each with its sums and its note',
    },
  },
  {
    ids: ['PAYOUT-02'],
    broken: 'a deal’s net pay is shown before the management fee',
    file: 'src/server/features/payouts/payouts.queries.ts',
    from: "'paid.netPayCents as netPay',\n      'paid.transactionCount',\n    ])",
    to: "'paid.grossCents as netPay',\n      'paid.transactionCount',\n    ])",
    test: { file: PAYOUTS, title: 'PAYOUT-02 DASH-07 the deals of a pay date add up to its sums' },
  },
];
