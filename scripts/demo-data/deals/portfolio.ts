import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import type { Ids } from '../book.ts';
import type { BusinessDays } from '../business-days.ts';
import type { Funder, Syndicate } from '../funders/funder.ts';
import { createQuota, type FundedDeal, fundMerchant } from '../merchants/merchant.ts';
import { fundUntilStatus, PASSING_STATUSES } from '../merchants/passing-statuses.ts';
import type { Random } from '../random.ts';
import { LEAD_DAYS } from '../time-span.ts';
import { type Company, drawCompany } from '../underwriting/company.ts';
import { BROKER_FIRMS, drawPerson } from '../words/names.ts';
import { drawPhoneNumber } from '../words/places.ts';
import type { Broker, Deal } from './deal.ts';
import { drawBuyers, sellShares } from './participations.ts';

export interface Portfolio {
  /** The deals, sorted by funding date. */
  readonly deals: readonly Deal[];
  readonly companies: readonly Company[];
  readonly dealOf: ReadonlyMap<FundedDeal, Deal>;
}

interface Origination {
  readonly funder: Funder;
  readonly days: BusinessDays;
  readonly brokers: readonly Broker[];
  readonly count: number;
}

export function drawPortfolio(random: Random, ids: Ids, origination: Origination): Portfolio {
  const funded = fundMerchants(random, ids, origination);
  const inOrder = funded.toSorted((a, b) => fundedDate(a.deal).localeCompare(fundedDate(b.deal)));
  const dealOf = new Map<FundedDeal, Deal>();
  for (const [index, { deal, company }] of inOrder.entries()) {
    const mid = `${origination.funder.profile.midPrefix}${10_001 + index}`;
    const own = random.fork(mid);
    const buyers = drawBuyers(own, origination.funder.syndicates);
    dealOf.set(deal, describeDeal(own, ids, origination, { deal, company, mid, buyers }));
  }
  return {
    deals: [...dealOf.values()],
    companies: [...new Set(funded.map(({ company }) => company))],
    dealOf,
  };
}

const fundedDate = (deal: FundedDeal): CalendarDate => deal.account.contract.fundedDate;

function fundMerchants(random: Random, ids: Ids, { days, count }: Origination) {
  const funded: { deal: FundedDeal; company: Company }[] = [];
  const quotas = {
    defaults: { good: createQuota(0.4), middle: createQuota(0.4), weak: createQuota(0.4) },
    rescissions: createQuota(0.5),
  };
  const enter = (own: Random, deals: readonly FundedDeal[]) => {
    const [first] = deals;
    if (!first) return;
    const company = drawCompany(own, ids, first.paper, fundedDate(first));
    funded.push(...deals.map((deal) => ({ deal, company })));
  };
  for (const [index, passing] of PASSING_STATUSES.entries()) {
    const own = random.fork(`passing ${index}`);
    enter(own, fundUntilStatus(own, passing, { ...quotas, days, deals: 1 }));
  }
  for (let merchant = 0; funded.length < count; merchant += 1) {
    const own = random.fork(`merchant ${merchant}`);
    const firstFunded = days.at(own.int(LEAD_DAYS, days.days.length - 3));
    enter(own, fundMerchant(own, firstFunded, { ...quotas, days, deals: count - funded.length }));
  }
  return funded;
}

/** How a deal came about: who submitted it, when it was offered and accepted, and who bought into it. */
export function describeDeal(
  random: Random,
  ids: Ids,
  { funder, days, brokers }: Omit<Origination, 'count'>,
  {
    deal,
    company,
    mid,
    buyers,
  }: { deal: FundedDeal; company: Company; mid: string; buyers: readonly Syndicate[] },
): Deal {
  const funding = days.indexOnOrAfter(fundedDate(deal));
  const accepted = funding - random.int(1, 3);
  const offered = accepted - random.int(0, 2);
  return {
    ...deal,
    id: ids.next('deals'),
    publicId: random.code(22),
    mid,
    company,
    broker: random.pick(brokers),
    platform: random.pick(funder.profile.platforms),
    submittedOn: days.at(offered - random.int(1, 5)),
    offeredOn: days.at(offered),
    acceptedOn: days.at(accepted),
    participations: sellShares(random, ids, deal.account.contract, buyers),
  };
}

export function drawBrokers(random: Random, ids: Ids, count: number): Broker[] {
  return BROKER_FIRMS.slice(0, count).map((companyName) => {
    const { firstName, lastName } = drawPerson(random);
    const domain = (companyName.split(' ')[0] ?? companyName).toLowerCase();
    return {
      id: ids.next('brokers'),
      name: `${firstName} ${lastName}`,
      companyName,
      email: `${firstName}.${lastName}@${domain}.example`.toLowerCase(),
      phoneNumber: drawPhoneNumber(random),
    };
  });
}
