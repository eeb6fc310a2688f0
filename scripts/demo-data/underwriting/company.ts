import { addDays, type CalendarDate, calendarDate } from '../../../src/shared/domain/calendar-date.ts';
import type { Book, Ids, Row } from '../book.ts';
import type { Paper } from '../merchants/contract.ts';
import type { Random } from '../random.ts';
import { type BusinessName, drawBusiness, drawPerson, type PersonName } from '../words/names.ts';
import { drawPlace, mailingPlace, type Place } from '../words/places.ts';

export interface Owner extends PersonName {
  readonly creditScore: number | null;
  readonly ownershipPercent: string;
}

export interface Company extends BusinessName {
  readonly id: bigint;
  readonly paper: Paper;
  readonly startedMonth: CalendarDate;
  readonly main: Place;
  readonly mailing: Place | null;
  readonly owners: readonly [Owner, ...Owner[]];
}

const CREDIT_SCORES: Readonly<Record<Paper, readonly [number, number]>> = {
  good: [655, 768],
  middle: [575, 684],
  weak: [492, 605],
};
const YEARS_IN_BUSINESS: Readonly<Record<Paper, readonly [number, number]>> = {
  good: [2.5, 24],
  middle: [1.2, 14],
  weak: [0.5, 6],
};

export function drawCompany(random: Random, ids: Ids, paper: Paper, firstFunded: CalendarDate): Company {
  const founder = drawPerson(random);
  const main = drawPlace(random);
  const years = random.between(...YEARS_IN_BUSINESS[paper]);
  return {
    id: ids.next('companies'),
    paper,
    ...drawBusiness(random, founder),
    startedMonth: monthOf(addDays(firstFunded, -Math.round(years * 365))),
    main,
    mailing: random.chance(0.25) ? mailingPlace(random, main) : null,
    owners: drawOwners(random, paper, founder),
  };
}

function drawOwners(random: Random, paper: Paper, founder: PersonName): [Owner, ...Owner[]] {
  const creditScore = () => (random.chance(0.04) ? null : random.int(...CREDIT_SCORES[paper]));
  if (random.chance(0.62)) {
    return [{ ...founder, creditScore: creditScore(), ownershipPercent: random.chance(0.9) ? '100' : '85' }];
  }
  const larger = random.pick([50, 51, 60, 75, 80]);
  const partner = random.chance(0.4)
    ? { ...drawPerson(random), lastName: founder.lastName }
    : drawPerson(random);
  return [
    { ...founder, creditScore: creditScore(), ownershipPercent: String(larger) },
    { ...partner, creditScore: creditScore(), ownershipPercent: String(100 - larger) },
  ];
}

export function monthOf(date: CalendarDate): CalendarDate {
  return calendarDate(`${date.slice(0, 7)}-01`);
}

export function companiesBook(tenantId: string, companies: readonly Company[]): Book {
  return {
    companies: companies.map(({ id, name, dba, industry, startedMonth }) => ({
      tenantId,
      id,
      name,
      dba,
      industry,
      startedMonth,
    })),
    companyAddresses: companies.flatMap((company) => addressRows(tenantId, company)),
    companyOwners: companies.flatMap(({ id, owners }) =>
      owners.map((owner) => ({ tenantId, companyId: id, ...owner })),
    ),
  };
}

function addressRows(tenantId: string, { id, main, mailing }: Company): Row<'companyAddresses'>[] {
  const rows: Row<'companyAddresses'>[] = [{ tenantId, companyId: id, kind: 'Main', ...main }];
  if (mailing) rows.push({ tenantId, companyId: id, kind: 'Mailing', ...mailing });
  return rows;
}
