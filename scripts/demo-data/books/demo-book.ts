import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import type { Book, Ids } from '../book.ts';
import { businessDaysBetween } from '../business-days.ts';
import { dealRow } from '../deals/deal.ts';
import { dealNoteRows } from '../deals/notes.ts';
import { drawBrokers, drawPortfolio } from '../deals/portfolio.ts';
import { statusRows } from '../deals/status-history.ts';
import { termsRows } from '../deals/terms-history.ts';
import type { Funder } from '../funders/funder.ts';
import type { DemoFunder } from '../funders/funders.ts';
import { payDateNoteRows } from '../funders/pay-date-notes.ts';
import { asKnown, staffOf, type User } from '../funders/users.ts';
import type { Random } from '../random.ts';
import { bookStart } from '../time-span.ts';
import { companiesBook } from '../underwriting/company.ts';
import type { StatementFiles } from '../underwriting/statements.ts';
import { ledgerBook } from './ledger-book.ts';
import { submissionsBook } from './submissions-book.ts';
import { underwritingBook } from './underwriting-book.ts';

interface Scope {
  readonly funder: Funder;
  readonly profile: DemoFunder;
  readonly users: readonly User[];
  readonly asOf: CalendarDate;
  readonly statementFiles: StatementFiles;
}

/** A funder's whole book: merchants, their offers, their payments and the payouts of those. */
export function* demoBooks(
  random: Random,
  ids: Ids,
  { funder, profile, users, asOf, statementFiles }: Scope,
): Generator<Book> {
  const { tenantId } = funder;
  const days = businessDaysBetween(bookStart(asOf), asOf);
  const brokers = asKnown(drawBrokers(random.fork('brokers'), ids, profile.brokers), users, funder);
  const portfolio = drawPortfolio(random.fork('portfolio'), ids, {
    funder,
    days,
    brokers,
    count: profile.deals,
  });
  const { deals, dealOf, companies } = portfolio;
  const office = { tenantId, asOf, staff: staffOf(users, funder) };
  yield {
    brokers: brokers.map((broker) => ({ tenantId, ...broker })),
    ...companiesBook(tenantId, companies),
    deals: deals.map((deal) =>
      dealRow(funder, deal, deal.renewalOf ? dealOf.get(deal.renewalOf) : undefined),
    ),
    dealStatusChanges: deals.flatMap((deal) => statusRows(office, deal)),
    dealTerms: deals.flatMap((deal) => termsRows(tenantId, deal)),
    dealNotes: deals.flatMap((deal) => dealNoteRows(office, random.fork(`notes ${deal.mid}`), deal)),
    payDateNotes: payDateNoteRows(funder, asOf),
    ...underwritingBook(random.fork('underwriting'), ids, { tenantId, portfolio, statementFiles }),
    ...ledgerBook(tenantId, ids, deals),
  };
  yield submissionsBook(random.fork('submissions'), ids, {
    funder,
    days,
    brokers,
    office,
    count: profile.openSubmissions,
    midsUsed: deals.length,
    statementFiles,
  });
}
