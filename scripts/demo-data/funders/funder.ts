import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { type PayDays, payDateAfter } from '../../../src/shared/domain/pay-date.ts';
import { type Rate, rate } from '../../../src/shared/domain/rate.ts';
import { type Book, type Ids, officeTime, type Row } from '../book.ts';
import type { Random } from '../random.ts';
import { drawPerson } from '../words/names.ts';
import { drawPhoneNumber, drawPlace } from '../words/places.ts';
import { cashEntriesOf, withdrawalsOf } from './cash.ts';
import type { FunderProfile, SyndicateProfile } from './funders.ts';

export interface Syndicate {
  readonly id: bigint;
  readonly profile: SyndicateProfile;
  readonly appetite: number;
  readonly managementFee: Rate;
  readonly syndicationFee: Rate;
  payDateAfter(date: CalendarDate): CalendarDate;
}

export interface Funder {
  readonly profile: FunderProfile;
  readonly tenantId: string;
  readonly openedOn: CalendarDate;
  readonly syndicates: readonly Syndicate[];
}

export function openFunder(profile: FunderProfile, ids: Ids, openedOn: CalendarDate): Funder {
  const syndicates = profile.syndicates.map((syndicate) => ({
    id: ids.next('syndicates'),
    profile: syndicate,
    appetite: syndicate.appetite,
    managementFee: rate(syndicate.managementFee),
    syndicationFee: rate(syndicate.syndicationFee),
    payDateAfter: rememberedPayDates(syndicate.payDays),
  }));
  return { profile, tenantId: profile.tenantId, openedOn, syndicates };
}

/** Millions of lines fall on a few hundred days, and syndicates with the same pay days share the results. */
const payDates = new Map<string, Map<CalendarDate, CalendarDate>>();

function rememberedPayDates(payDays: PayDays): (date: CalendarDate) => CalendarDate {
  const known = payDates.get(payDays.join()) ?? new Map<CalendarDate, CalendarDate>();
  payDates.set(payDays.join(), known);
  return (date) => {
    const remembered = known.get(date);
    if (remembered !== undefined) return remembered;
    const payDate = payDateAfter(date, payDays);
    known.set(date, payDate);
    return payDate;
  };
}

export function funderBook(funder: Funder, random: Random, asOf: CalendarDate): Book {
  const { tenantId, profile, openedOn } = funder;
  return {
    tenants: [
      {
        id: tenantId,
        slug: profile.slug,
        name: profile.name,
        supportEmail: `support@${profile.slug}.example`,
        accountingEmail: `accounting@${profile.slug}.example`,
        supportUrl: `https://support.${profile.slug}.example`,
        brandColor: profile.brandColor,
        createdAt: officeTime(openedOn, 0),
      },
    ],
    tenantHosts: profile.host ? [{ tenantId, host: profile.host, isMain: true }] : [],
    syndicates: funder.syndicates.map((syndicate) =>
      syndicateRow(funder, syndicate, random.fork(Number(syndicate.id))),
    ),
    cashEntries: funder.syndicates.flatMap((syndicate) => cashEntriesOf(funder, syndicate, asOf)),
    withdrawalRequests: funder.syndicates.flatMap((syndicate) => withdrawalsOf(funder, syndicate, asOf)),
    payoutOriginators: [
      {
        tenantId,
        odfiRouting: '800000006',
        bankName: 'Hudson Trust',
        immediateOrigin: '1800000006',
        companyId: '1850004821',
        companyName: profile.name.slice(0, 16).trim(),
        cutoffMinute: 14 * 60,
        setAt: officeTime(openedOn, 60),
        approvedAt: officeTime(openedOn, 90),
      },
    ],
    fileCategories: [
      'Bank Statement',
      'Driver License',
      'Voided Check',
      'Application',
      'Contract',
      'Other',
    ].map((name) => ({ tenantId, name })),
  };
}

function syndicateRow(
  { tenantId, openedOn }: Funder,
  { id, profile }: Syndicate,
  random: Random,
): Row<'syndicates'> {
  const contact = drawPerson(random);
  const hides = (tab: 'simple' | 'detailed' | 'deals') => profile.hiddenTabs?.includes(tab) ?? false;
  return {
    tenantId,
    id,
    name: profile.name,
    abbreviation: profile.abbreviation,
    payDays: [...profile.payDays],
    defaultSharePercent: profile.defaultShare,
    managementFeePercent: profile.managementFee,
    syndicationFeePercent: profile.syndicationFee,
    contactPerson: `${contact.firstName} ${contact.lastName}`,
    phoneNumber: drawPhoneNumber(random),
    phoneType: random.pick(['Mobile', 'Office']),
    ...drawPlace(random),
    esignEmail: `esign@${profile.domain}`,
    ccEmails: random.chance(0.5) ? [`operations@${profile.domain}`] : [],
    showsSimpleView: !hides('simple'),
    showsDetailedView: !hides('detailed'),
    showsDealsTab: !hides('deals'),
    usesCashBalance: profile.cash !== undefined,
    showsCashBalance: profile.cash?.isShown ?? false,
    createdAt: officeTime(openedOn, 30),
  };
}
