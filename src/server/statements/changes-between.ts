import { formatDate, formatMonth } from '../../shared/domain/calendar-date.ts';
import { capitalized } from '../../shared/domain/capitalized.ts';
import { type Cents, formatMoney } from '../../shared/domain/money.ts';
import { METHOD_WORDS } from '../../shared/domain/statement-words.ts';
import type {
  MonthlyFigures,
  StatementBalance,
  StatementChange,
  StatementFigures,
  YearlyFigures,
  YearlySums,
} from '../../shared/domain/statements.ts';

/** More than a page can show helps nobody; the figures themselves are all kept. */
const MAX_CHANGES = 200;
const NONE = 'none';

/** Every figure that two versions of a statement say otherwise, in the words of the page. */
export function changesBetween(before: StatementFigures, after: StatementFigures): StatementChange[] {
  const one = wordsOf(before);
  const other = wordsOf(after);
  const changes = [...new Set([...other.keys(), ...one.keys()])].flatMap((what) => {
    const change = { what, before: one.get(what) ?? NONE, after: other.get(what) ?? NONE };
    return change.before === change.after ? [] : [change];
  });
  const more = changes.length - MAX_CHANGES;
  if (more <= 0) return changes;
  return [...changes.slice(0, MAX_CHANGES), { what: `and ${more} more figures`, before: '', after: '' }];
}

/** Each figure by what it is called. */
const wordsOf = (figures: StatementFigures): Map<string, string> =>
  new Map(figures.kind === 'month' ? [...ofMonth(figures)] : [...ofYear(figures)]);

type Said = [what: string, value: string];

const money = (what: string, amount: Cents): Said => [what, formatMoney(amount)];

function* ofBalance(balance: StatementBalance): Iterable<Said> {
  yield money('Opening balance', balance.opening);
  yield money('New RTR', balance.added);
  yield money('Gross collected', balance.collected);
  yield money('Written off or discounted', balance.writtenOff);
  yield money('Closing balance', balance.closing);
  yield ['Deals in the opening balance', String(balance.openingDeals)];
  yield ['New deals', String(balance.addedDeals)];
  yield ['Pay dates', String(balance.payDates)];
  yield ['Deals written off or discounted', String(balance.writtenOffDeals)];
  yield ['Deals in the closing balance', String(balance.closingDeals)];
}

function* ofMonth(figures: MonthlyFigures): Iterable<Said> {
  yield* ofBalance(figures.balance);
  yield money('Management fee', figures.fees.management);
  yield money('Syndication fee', figures.fees.syndication);
  yield ['Principal is counted', METHOD_WORDS[figures.method]];
  yield money('Principal', figures.principal);
  yield money('Income', figures.income);
  yield money('Loss', figures.loss);
  for (const { payDate, deals, gross, managementFee, netPay } of figures.payDates) {
    const day = `Payout of ${formatDate(payDate)}`;
    yield money(`${day}, net pay`, netPay);
    yield money(`${day}, gross`, gross);
    yield money(`${day}, management fee`, managementFee);
    yield [`${day}, deals`, String(deals)];
  }
  for (const { mid, cost, partRtr, syndicationFee } of figures.newDeals) {
    yield money(`New deal ${mid}, cost`, cost);
    yield money(`New deal ${mid}, part of the RTR`, partRtr);
    yield money(`New deal ${mid}, syndication fee`, syndicationFee);
  }
  for (const { mid, amount, status } of figures.writtenOff) {
    yield money(`Written off of deal ${mid}`, amount);
    yield [`Status of deal ${mid}`, status];
  }
  if (figures.cash) {
    yield money('Cash, opening', figures.cash.opening);
    for (const { kind, count, amount } of figures.cash.movements) {
      yield money(`Cash, ${kind}`, amount);
      yield [`Cash, ${kind}, entries`, String(count)];
    }
    yield money('Cash, closing', figures.cash.closing);
  }
  for (const { group, deals, balance } of figures.byStatus) {
    yield money(`Balance, ${group}`, balance);
    yield [`Deals, ${group}`, String(deals)];
  }
}

const SUMS: readonly [keyof YearlySums, string][] = [
  ['collected', 'gross collected'],
  ['managementFee', 'management fee'],
  ['syndicationFee', 'syndication fee'],
  ['netPay', 'net pay'],
  ['principal', 'principal'],
  ['income', 'income'],
  ['loss', 'loss'],
];

function* ofYear(figures: YearlyFigures): Iterable<Said> {
  yield* ofBalance(figures.balance);
  yield ['Principal is counted', METHOD_WORDS[figures.method]];
  for (const [name, words] of SUMS) yield money(`${capitalized(words)} of the year`, figures.total[name]);
  for (const sums of figures.months)
    for (const [name, words] of SUMS) yield money(`${formatMonth(sums.month)}, ${words}`, sums[name]);
  for (const deal of figures.deals) {
    yield money(`Deal ${deal.mid}, cost`, deal.cost);
    for (const [name, words] of SUMS) yield money(`Deal ${deal.mid}, ${words}`, deal[name]);
  }
}
