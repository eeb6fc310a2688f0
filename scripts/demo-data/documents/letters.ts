import {
  addDays,
  type CalendarDate,
  calendarDate,
  formatDate,
} from '../../../src/shared/domain/calendar-date.ts';
import type { DocumentCategory } from '../../../src/shared/domain/documents.ts';
import type { Funder, Syndicate } from '../funders/funder.ts';

export interface SentDocument {
  name: string;
  title: string;
  category: DocumentCategory;
  to: readonly Syndicate[];
  sentOn: CalendarDate;
  paragraphs: readonly string[];
  taxYear?: number;
  expiresOn?: CalendarDate;
  isForAll?: true;
  withdrawn?: { on: CalendarDate; reason: string };
}

/** What a funder has sent to its investors: an agreement and a tax form for each, and letters to all of them. */
export function sentBy({ profile, openedOn, syndicates }: Funder, asOf: CalendarDate): SentDocument[] {
  const buyers = syndicates.filter(({ profile: { presence } }) => presence > 0);
  const taxDay = newestTaxDay(asOf);
  const taxYear = Number(taxDay.slice(0, 4)) - 1;
  return [
    ...buyers.map((syndicate): SentDocument => {
      const { name, abbreviation, managementFee, syndicationFee } = syndicate.profile;
      return {
        name: `${abbreviation}-agreement.pdf`,
        title: 'Syndication agreement',
        category: 'agreement',
        to: [syndicate],
        sentOn: addDays(openedOn, 3),
        paragraphs: [
          `${profile.name} offers ${name} shares of advances that it funds. Each share has a Schedule A, which says its cost, its part of the RTR and its fees.`,
          `The management fee is ${managementFee} % of each payout, and the syndication fee ${syndicationFee} % of the amount funded. What a merchant pays is shared out on the day on which it clears, and paid on the next pay day.`,
          `A payment that the merchant’s bank returns is taken back from the next payouts of the same deal.`,
        ],
      };
    }),
    ...buyers.map(
      (syndicate): SentDocument => ({
        name: `${syndicate.profile.abbreviation}-1099-${taxYear}.pdf`,
        title: `Form 1099, ${taxYear}`,
        category: 'tax form',
        to: [syndicate],
        sentOn: taxDay,
        taxYear,
        paragraphs: [
          `For ${syndicate.profile.name}, about the calendar year ${taxYear}.`,
          `The statement of the year ${taxYear} in the portal has the figures by month and by deal: what was collected, the fees, principal, income and losses.`,
        ],
      }),
    ),
    {
      name: 'fees-next-year.pdf',
      title: 'Fees of the coming year',
      category: 'letter',
      to: syndicates,
      sentOn: addDays(asOf, -40),
      isForAll: true,
      withdrawn: {
        on: addDays(asOf, -39),
        reason: 'It named the fees of another year. A new letter follows.',
      },
      paragraphs: ['The fees stay as they are in the coming year.'],
    },
    {
      name: 'pay-dates.pdf',
      title: 'Pay dates on bank holidays',
      category: 'letter',
      to: syndicates,
      sentOn: addDays(asOf, -6),
      expiresOn: addDays(asOf, 45),
      isForAll: true,
      paragraphs: [
        'On a bank holiday nothing is paid. A payout that would fall on one comes on the next day on which banks are open, together with what clears until then.',
        `The pay dates of the coming weeks are under Payouts in the portal. This letter is there until ${formatDate(addDays(asOf, 45))}.`,
      ],
    },
  ];
}

/** The last January 29 before the day. */
function newestTaxDay(asOf: CalendarDate): CalendarDate {
  const ofThisYear = calendarDate(`${asOf.slice(0, 4)}-01-29`);
  return ofThisYear < asOf ? ofThisYear : calendarDate(`${Number(asOf.slice(0, 4)) - 1}-01-29`);
}
