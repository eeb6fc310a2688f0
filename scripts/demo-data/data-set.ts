import type { CalendarDate } from '../../src/shared/domain/calendar-date.ts';
import { type Book, createIds } from './book.ts';
import { demoBooks } from './books/demo-book.ts';
import { largeBooks } from './books/large-book.ts';
import { documentsBook } from './documents/documents-book.ts';
import { createFileKeeper, type KeptFile } from './file-keeper.ts';
import { bankAccountsBook, type SealNumbers } from './funders/bank-accounts.ts';
import { funderBook, openFunder } from './funders/funder.ts';
import { DEMO_FUNDERS } from './funders/funders.ts';
import { LARGE_FUNDER_PEOPLE, largeFunderProfile } from './funders/large-funder.ts';
import { DEMO_PEOPLE, type Person } from './funders/people.ts';
import { enrol, type SealFactor, usersBook } from './funders/users.ts';
import { createRandom } from './random.ts';
import { bookStart } from './time-span.ts';
import type { BankStatement } from './underwriting/bank-statement.ts';

export interface DataSet {
  readonly tenantIds: readonly string[];
  readonly people: readonly Person[];
  /** The books are generated one after the other while they are read. */
  readonly books: Iterable<Book>;
  /** The contents of the files that rows refer to. Complete once all books have been read. */
  readonly files: readonly KeptFile[];
}

interface Given {
  readonly asOf: CalendarDate;
  /** The number of deals of an additional funder, which is large enough that totals must not be computed on request. */
  readonly largeFunderDeals: number;
  hashPassword(): Promise<string>;
  sealNumbers: SealNumbers;
  sealFactor: SealFactor;
  writeStatement(statement: BankStatement): Uint8Array;
}

/** The same data for the same day, except for password hashes and encrypted values. */
export async function createDataSet(given: Given): Promise<DataSet> {
  const { asOf, largeFunderDeals, hashPassword, sealNumbers, sealFactor, writeStatement } = given;
  const ids = createIds();
  const keeper = createFileKeeper(ids);
  const statementFiles = { keeper, write: writeStatement };
  const random = createRandom('demo');
  const since = bookStart(asOf);
  const hasLargeFunder = largeFunderDeals > 0;
  const people = hasLargeFunder ? [...DEMO_PEOPLE, ...LARGE_FUNDER_PEOPLE] : DEMO_PEOPLE;
  const users = await enrol(people, ids, hashPassword);
  const demo = DEMO_FUNDERS.map((profile) => ({ profile, funder: openFunder(profile, ids, since) }));
  const large = hasLargeFunder ? [openFunder(largeFunderProfile(random.fork('meridian')), ids, since)] : [];
  const funders = [...demo.map(({ funder }) => funder), ...large];
  function* books(): Generator<Book> {
    for (const funder of funders) yield funderBook(funder, random.fork(funder.profile.slug), asOf);
    yield usersBook(users, funders, { since, asOf }, sealFactor);
    for (const { funder, profile } of demo) {
      yield documentsBook({ funder, users, asOf, keeper });
      yield bankAccountsBook(funder, random.fork(`${profile.slug} banks`), sealNumbers);
      yield* demoBooks(random.fork(`${profile.slug} book`), ids, {
        funder,
        profile,
        users,
        asOf,
        statementFiles,
      });
    }
    for (const funder of large) {
      yield* largeBooks(random.fork('meridian book'), ids, { funder, asOf, count: largeFunderDeals });
    }
  }
  return { tenantIds: funders.map(({ tenantId }) => tenantId), people, books: books(), files: keeper.kept };
}
