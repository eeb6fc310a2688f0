import { type CalendarDate, formatDate } from '../../../src/shared/domain/calendar-date.ts';
import { formatMoney } from '../../../src/shared/domain/money.ts';
import { formatRate, rate } from '../../../src/shared/domain/rate.ts';
import { officeTime, type Row } from '../book.ts';
import type { Desk } from '../funders/people.ts';
import type { StaffMember } from '../funders/users.ts';
import type { Random } from '../random.ts';
import type { Broker, Deal, Submission } from './deal.ts';
import { collectionTexts } from './note-texts.ts';

export type NoteKind = 'Offer' | 'Activity' | 'Collection' | 'Ready2Fund';

interface Note {
  readonly kind: NoteKind;
  readonly text: string;
  readonly by: Desk | Broker;
  readonly on: CalendarDate;
  readonly isPinned?: boolean;
}

export interface NoteBook {
  readonly tenantId: string;
  readonly asOf: CalendarDate;
  staff(desk: Desk): StaffMember;
}

/** Writes a deal's notes, oldest first, up to the day before the book's last day. */
export function dealNoteRows(book: NoteBook, random: Random, deal: Deal): Row<'dealNotes'>[] {
  const notes = [
    ...underwritingNotes(random, deal),
    ...acceptanceNotes(random, deal),
    ...fundingNotes(random, deal),
  ];
  return noteRows(book, random, deal.id, [...notes, ...servicingNotes(random, deal)]);
}

export function submissionNoteRows(
  book: NoteBook,
  random: Random,
  submission: Submission,
): Row<'dealNotes'>[] {
  return noteRows(book, random, submission.id, underwritingNotes(random, submission));
}

function noteRows(
  book: NoteBook,
  random: Random,
  dealId: bigint,
  notes: readonly Note[],
): Row<'dealNotes'>[] {
  let minute = 0;
  let day: CalendarDate | null = null;
  return notes
    .filter(({ on }) => on < book.asOf)
    .map(({ kind, text, by, on, isPinned = false }) => {
      minute = on === day ? minute + random.int(4, 37) : random.int(0, 200);
      day = on;
      const author = typeof by === 'string' ? book.staff(by) : { id: null, name: by.name };
      return {
        tenantId: book.tenantId,
        dealId,
        kind,
        bodyHtml: `<p>${escapeHtml(text)}</p>`,
        isPinned,
        authorId: author.id,
        authorName: author.name,
        authorRole: typeof by === 'string' ? by : 'Broker',
        createdAt: officeTime(on, minute),
      };
    });
}

function underwritingNotes(random: Random, { company, offeredOn }: Submission): Note[] {
  const [owner] = company.owners;
  const text = random.pick([
    `Merchant interview done with ${owner.firstName}. Use of funds: ${random.pick(['inventory', 'payroll', 'a second location', 'equipment repair', 'a large receivable'])}.`,
    `Statements scrubbed. ${company.paper === 'weak' ? 'NSFs and low balances, price accordingly.' : 'Deposits steady, true revenue confirmed.'}`,
    `Background and litigation search ${random.pick(['clear', 'clear, one old judgment satisfied', 'clear, UCC from a prior funder terminated'])}.`,
  ]);
  return [{ kind: 'Activity', text, by: 'Underwriter', on: offeredOn }];
}

function acceptanceNotes(random: Random, { broker, acceptedOn }: Deal): Note[] {
  const text = random.pick([
    'Please send the contracts by E-Sign to the merchant.',
    'Contracts as an email attachment please, merchant signs on paper.',
    'E-Sign to both owners. Merchant needs the money before the weekend.',
    'Merchant accepts. Stips attached, please confirm receipt.',
  ]);
  return [
    { kind: 'Offer', text, by: broker, on: acceptedOn },
    { kind: 'Activity', text: 'Offer Accepted', by: broker, on: acceptedOn },
  ];
}

function fundingNotes(random: Random, deal: Deal): Note[] {
  const { contract } = deal.account;
  const [owner] = deal.company.owners;
  const sold = deal.participations.reduce((sum, { sharePercent }) => sum.plus(sharePercent), rate('0'));
  const check = random.pick([
    'bank login verified',
    'voided check matches',
    'ownership confirmed with the state',
  ]);
  return [
    {
      kind: 'Ready2Fund',
      text: `Funding call completed with ${owner.firstName} ${owner.lastName}, ${check}. Ready to fund ${formatMoney(contract.amount)}.`,
      by: 'Underwriter',
      on: deal.acceptedOn,
      isPinned: random.chance(0.15),
    },
    {
      kind: 'Activity',
      text: `Funded. Schedule A sent to ${deal.participations.length} syndicates, ${formatRate(sold)} % sold.`,
      by: 'Accounting',
      on: contract.fundedDate,
    },
  ];
}

function servicingNotes(random: Random, { account, company }: Deal): Note[] {
  const [owner] = company.owners;
  const onStatus = account.statusChanges.slice(1).flatMap(({ date, status, reason }) => {
    const [desk, text] = collectionTexts(random, status, reason, owner.firstName);
    const isPinned = status === 'Collections' || status === 'Payment Modified' ? random.chance(0.5) : false;
    return [{ kind: 'Collection' as const, text, by: desk, on: date, isPinned }];
  });
  const returned = account.payments.filter(({ status }) => status !== 'cleared');
  const onReturn = returned.flatMap(({ status, returnedDate, returnCode, amount }): Note[] => {
    if (!returnedDate || (status === 'returned' && !random.chance(0.3))) return [];
    const what = status === 'reversed' ? 'reversed by the bank' : 'returned';
    const text = `Debit of ${formatMoney(amount)} ${what} on ${formatDate(returnedDate)} (${returnCode}). ${random.pick(
      [
        `Left a message for ${owner.firstName}.`,
        `${owner.firstName} says a customer check is on hold.`,
        'Merchant will fund the account, debit added at the end.',
        'Emailed the merchant, waiting for an answer.',
      ],
    )}`;
    return [{ kind: 'Collection', text, by: 'Servicing', on: returnedDate }];
  });
  return [...onStatus, ...onReturn].sort((a, b) => a.on.localeCompare(b.on));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
