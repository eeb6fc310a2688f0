import { isBankDay } from '../../../src/shared/domain/bank-holidays.ts';
import {
  addDays,
  type CalendarDate,
  calendarDate,
  formatDate,
} from '../../../src/shared/domain/calendar-date.ts';
import { parseMoney } from '../../../src/shared/domain/money.ts';
import { officeTime, type Row } from '../book.ts';
import type { SyndicateProfile } from './funders.ts';

const dayInNewYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
const PAY_TO = { bankName: 'Riverbank', accountNumberLast4: '4813' };
const RECORDED_BY = 'demo data';
/** An account with movements was opened so long ago. */
const OPEN_FOR_DAYS = 50;

interface Funder {
  readonly tenantId: string;
}

interface Syndicate {
  readonly id: bigint;
  readonly profile: SyndicateProfile;
}

interface Account {
  tenantId: string;
  syndicateId: bigint;
  /** In the evening of New York the day of the demo may be tomorrow there, and an opening of tomorrow would not count yet. */
  today: CalendarDate;
}

const accountOf = ({ tenantId }: Funder, { id }: Syndicate, asOf: CalendarDate): Account => {
  const today = calendarDate(dayInNewYork.format(new Date()));
  return { tenantId, syndicateId: id, today: asOf < today ? asOf : today };
};

/** The cash account of a syndicate that has one: opened on the day of the demo, or a while ago and with movements of every kind. */
export function cashEntriesOf(funder: Funder, holder: Syndicate, asOf: CalendarDate): Row<'cashEntries'>[] {
  const { cash } = holder.profile;
  if (!cash) return [];
  const { tenantId, syndicateId, today } = accountOf(funder, holder, asOf);
  const entry = (
    daysAgo: number,
    amount: string,
    rest: Pick<Row<'cashEntries'>, 'kind'> & Partial<Row<'cashEntries'>>,
  ) => ({
    tenantId,
    syndicateId,
    effectiveDate: bankDayBefore(today, daysAgo),
    amountCents: parseMoney(amount),
    contributedCents: null,
    reference: '',
    reason: '',
    recordedBy: RECORDED_BY,
    ...rest,
  });
  const { balance, contributed } = cash;
  const opening = entry(0, balance, {
    kind: 'opening',
    effectiveDate: cash.isMoving ? addDays(today, -OPEN_FOR_DAYS) : today,
    contributedCents: contributed === undefined ? null : parseMoney(contributed),
  });
  if (!cash.isMoving) return [opening];
  const debit = formatDate(bankDayBefore(today, 20));
  return [
    opening,
    entry(33, '-150000', { kind: 'withdrawal', reference: 'W-5D01B7E2A4' }),
    entry(11, '50000', {
      kind: 'deposit',
      reference: 'WIRE-20418',
      reason: 'Wire from Riverbank •••• 4813',
    }),
    entry(11, '-25', { kind: 'fee', reference: 'WIRE-20418', reason: 'Fee of the wire' }),
    entry(10, '-30000', { kind: 'withdrawal', reference: 'W-93C2F1086B' }),
    entry(6, '-53.47', { kind: 'adjustment', reference: 'A-12', reason: `Fee counted twice on ${debit}` }),
    entry(-2, '25000', {
      kind: 'deposit',
      reference: 'ACH-30077',
      reason: 'ACH from Riverbank •••• 4813',
    }),
  ];
}

/** What the investor has asked for: two that were paid, one that was declined, one that waits. */
export function withdrawalsOf(
  funder: Funder,
  holder: Syndicate,
  asOf: CalendarDate,
): Row<'withdrawalRequests'>[] {
  if (!holder.profile.cash?.isMoving) return [];
  const { tenantId, syndicateId, today } = accountOf(funder, holder, asOf);
  const asked = (daysAgo: number, amount: string, reference: string) => ({
    tenantId,
    syndicateId,
    amountCents: parseMoney(amount),
    reference,
    askedBy: 'user: dana@northgate.example',
    askedAt: officeTime(bankDayBefore(today, daysAgo), 60),
    ...PAY_TO,
    state: 'asked for' as const,
    settledBy: null,
    settledAt: null,
    reason: '',
  });
  const paid = (daysAgo: number) => ({
    state: 'paid' as const,
    settledBy: RECORDED_BY,
    settledAt: officeTime(bankDayBefore(today, daysAgo), 300),
  });
  const declined = {
    state: 'declined' as const,
    settledBy: RECORDED_BY,
    settledAt: officeTime(bankDayBefore(today, 17), 240),
    reason: 'Needed for the shares that are funded this week. Please ask again after Friday.',
  };
  return [
    { ...asked(34, '150000', 'W-5D01B7E2A4'), ...paid(33) },
    { ...asked(18, '75000', 'W-1B60E4D7F2'), ...declined },
    { ...asked(11, '30000', 'W-93C2F1086B'), ...paid(10) },
    asked(3, '20000', 'W-A7741D90C3'),
  ];
}

/** The bank day that many days ago, or the one before it; for a day to come, the one after it. */
function bankDayBefore(today: CalendarDate, daysAgo: number): CalendarDate {
  let day = addDays(today, -daysAgo);
  while (!isBankDay(day)) day = addDays(day, daysAgo < 0 ? 1 : -1);
  return day;
}
