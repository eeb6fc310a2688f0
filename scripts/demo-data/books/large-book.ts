import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import type { Book, Ids } from '../book.ts';
import { businessDaysBetween } from '../business-days.ts';
import { dealRow } from '../deals/deal.ts';
import { describeDeal, drawBrokers } from '../deals/portfolio.ts';
import { statusRows } from '../deals/status-history.ts';
import { termsRows } from '../deals/terms-history.ts';
import type { Funder, Syndicate } from '../funders/funder.ts';
import { drawLargeDeal } from '../merchants/large-deal.ts';
import type { Random } from '../random.ts';
import { bookStart } from '../time-span.ts';
import { companiesBook, drawCompany } from '../underwriting/company.ts';
import { drawOffer, offerRow } from '../underwriting/offers.ts';
import { ledgerBook } from './ledger-book.ts';

/**
 * On average ten participants for each deal with 25 cleared payments each: 100,000 deals make 25,000,000 payout lines.
 */
const PARTICIPANTS = 10;
const SPREAD = 2;
/** The number of deals in memory at once. */
const DEALS_PER_BOOK = 500;
const BROKERS = 12;

interface Scope {
  readonly funder: Funder;
  readonly asOf: CalendarDate;
  /** The number must be even, because the number of participants is fixed for pairs of deals. */
  readonly count: number;
}

export function* largeBooks(random: Random, ids: Ids, { funder, asOf, count }: Scope): Generator<Book> {
  const { tenantId } = funder;
  const days = businessDaysBetween(bookStart(asOf), asOf);
  const brokers = drawBrokers(random.fork('brokers'), ids, BROKERS);
  yield { brokers: brokers.map((broker) => ({ tenantId, ...broker })) };
  for (let first = 0; first < count; first += DEALS_PER_BOOK) {
    const length = Math.min(DEALS_PER_BOOK, count - first);
    const deals = Array.from({ length }, (_, offset) => {
      const index = first + offset;
      const own = random.fork(index);
      const deal = drawLargeDeal(own, days);
      const company = drawCompany(own, ids, deal.paper, deal.accepted.fundedDate);
      const mid = `${funder.profile.midPrefix}${100_001 + index}`;
      return describeDeal(
        own,
        ids,
        { funder, days, brokers },
        { deal, company, mid, buyers: buyersOf(own, funder, index) },
      );
    });
    yield {
      ...companiesBook(
        tenantId,
        deals.map(({ company }) => company),
      ),
      deals: deals.map((deal) => dealRow(funder, deal, undefined)),
      dealStatusChanges: deals.flatMap((deal) => statusRows({ tenantId }, deal)),
      dealTerms: deals.flatMap((deal) => termsRows(tenantId, deal)),
      offers: deals.map((deal) => {
        const offered = {
          terms: deal.accepted,
          status: 'Offer Accepted',
          createdOn: deal.offeredOn,
        } as const;
        return offerRow(
          tenantId,
          deal,
          drawOffer(random.fork(deal.mid), ids, { ...offered, positionNumber: 1 }),
        );
      }),
      ...ledgerBook(tenantId, ids, deals),
    };
  }
}

/**
 * Two neighboring deals together have twice the average number of participants, and one of them includes the largest
 * syndicate.
 */
function buyersOf(random: Random, { syndicates }: Funder, index: number): Syndicate[] {
  const [largest, ...others] = syndicates;
  const pair = Math.floor(index / 2);
  const more = (pair % (2 * SPREAD + 1)) - SPREAD;
  const isFirst = index % 2 === 0;
  const buyers = new Set<Syndicate>(isFirst && largest ? [largest] : []);
  while (buyers.size < PARTICIPANTS + (isFirst ? more : -more)) buyers.add(random.pick(others));
  return [...buyers];
}
