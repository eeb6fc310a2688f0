import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { type Ids, officeTime, type Row } from '../book.ts';
import type { BusinessDays } from '../business-days.ts';
import type { Broker, Submission } from '../deals/deal.ts';
import type { Funder } from '../funders/funder.ts';
import { type Contract, drawContract, halfPointPercent, type Paper } from '../merchants/contract.ts';
import type { Random } from '../random.ts';
import { drawCompany } from './company.ts';

export type OpenStatus = 'Request Price Adjustment' | 'Contract Request';

/** A submission with an offer that the broker has not answered yet. */
export interface OpenSubmission extends Submission {
  readonly status: OpenStatus;
  readonly terms: Contract;
  /** The percent of the deal that all syndicates together may take. */
  readonly capPercent: string;
}

const PAPERS: readonly Paper[] = ['good', 'good', 'middle', 'middle', 'weak'];
const LONGEST_OPEN = 8;
const CAPS = ['50', '60', '60', '75', '80', '90'] as const;

export function drawSubmission(
  random: Random,
  ids: Ids,
  {
    funder,
    days,
    brokers,
    mid,
  }: { funder: Funder; days: BusinessDays; brokers: readonly Broker[]; mid: string },
): OpenSubmission {
  const lastDay = days.days.length - 1;
  const offered = lastDay - random.int(1, LONGEST_OPEN);
  const offeredOn = days.at(offered);
  const paper = random.pick(PAPERS);
  return {
    id: ids.next('deals'),
    publicId: random.code(22),
    mid,
    company: drawCompany(random, ids, paper, offeredOn),
    broker: random.pick(brokers),
    platform: random.pick(funder.profile.platforms),
    submittedOn: days.at(offered - random.int(1, 4)),
    offeredOn,
    status: random.chance(0.3) ? 'Contract Request' : 'Request Price Adjustment',
    terms: drawContract(random, paper, offeredOn),
    capPercent: random.fork('cap').pick(CAPS),
  };
}

/** An invite for every syndicate that buys often, and for those who have not bought yet. */
export function inviteRows(
  random: Random,
  { tenantId, syndicates }: Funder,
  { dealId, offerId, on }: { dealId: bigint; offerId: bigint; on: CalendarDate },
): Row<'participationInvites'>[] {
  const invited = syndicates.filter(({ profile }) => profile.presence === 0 || profile.presence > 0.5);
  return invited.map((syndicate) => {
    const most = random.int(10, 50);
    return {
      tenantId,
      publicId: random.code(24),
      syndicateId: syndicate.id,
      dealId,
      offerId,
      maxSharePercent: halfPointPercent(most).toFixed(),
      offeredSharePercent: random.chance(0.7) ? halfPointPercent(Math.ceil(most / 2)).toFixed() : null,
      createdAt: officeTime(on, 370),
    };
  });
}
