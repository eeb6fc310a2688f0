import { sql } from 'kysely';
import { issueServiceToken } from '../../src/server/identity/service-tokens.ts';
import type { Database } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { createMembership, createTenant, createUser } from '../../src/server/testing/factories.ts';
import { createInvitedDeal, type InvitedDeal } from '../../src/server/testing/invites.ts';
import { createOpenOffer, type OpenOffer } from '../../src/server/testing/offers.ts';
import { openSession } from '../../src/server/testing/open-session.ts';
import { isBankDay } from '../../src/shared/domain/bank-holidays.ts';
import { addDays, type CalendarDate, calendarDate } from '../../src/shared/domain/calendar-date.ts';

const SYNDICATES = 12;
const DEALS = 60;
const SHARES = 5;

/** A payment is a few dollars of $84,000, so a deal is never paid off. */
export const PAYMENT = '7.00';
/** The last day before yesterday on which banks settled. */
export const CLEARED = lastBankDay(addDays(calendarDate(new Date().toISOString().slice(0, 10)), -2));

export interface Member {
  userId: bigint;
  syndicateId: bigint;
  accessToken: string;
}

export type Book = Awaited<ReturnType<typeof createBook>>;

/** A funder whose book came in by its own system, with an investor of each syndicate. */
export async function createBook(owner: Database, apiUrl: string) {
  const slug = 'failover';
  const tenantId = await createTenant(owner, { slug });
  const { token } = await withTenant(owner, tenantId, (tx) =>
    issueServiceToken(tx, tenantId, { name: 'book', scopes: ['import', 'post'], days: 1 }),
  );
  for (const [kind, rows] of Object.entries(rowsOfBook())) await importRows(apiUrl, token, kind, rows);
  const syndicates = await withTenant(owner, tenantId, (tx) =>
    tx.selectFrom('syndicates').select('id').orderBy('id').execute(),
  );
  const members: Member[] = [];
  for (const { id: syndicateId } of syndicates) {
    const userId = await createUser(owner);
    await withTenant(owner, tenantId, (tx) => createMembership(tx, tenantId, userId, { syndicateId }));
    members.push({ userId, syndicateId, accessToken: await openSession(owner, userId) });
  }
  await sql`analyze`.execute(owner);
  return {
    slug,
    tenantId,
    token,
    members,
    externalDeals: numbers(DEALS).map((number) => `D-${number}`),
    mids: numbers(DEALS).map((number) => `HB-${number}`),
    sharesOfDeal: SHARES,
    newOffer: (): Promise<OpenOffer> => createOpenOffer(owner, tenantId),
    newInvitedDeal: (): Promise<InvitedDeal> =>
      createInvitedDeal(
        owner,
        tenantId,
        members.map(({ syndicateId }) => syndicateId),
        { maxSharePercent: '5' },
      ),
    async renewSessions(): Promise<void> {
      for (const member of members) member.accessToken = await openSession(owner, member.userId);
    },
  };
}

function lastBankDay(date: CalendarDate): CalendarDate {
  return isBankDay(date) ? date : lastBankDay(addDays(date, -1));
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function rowsOfBook(): Record<string, string[]> {
  return {
    syndicates: [
      'external_id,name,abbreviation,pay_days,default_share_percent,management_fee_percent,syndication_fee_percent,esign_email',
      ...numbers(SYNDICATES).map(
        (n) => `S-${n},Syndicate ${n},SY${n},Mon Tue Wed Thu Fri,10,4,0,esign${n}@syndicate.example`,
      ),
    ],
    companies: ['external_id,name,industry,started', 'C-1,Bright Oak Dental LLC,Dental,2016-04'],
    deals: [
      'external_id,company,mid,name,platform,status,funded_date,funded_amount,payback_amount,payment,payment_frequency,term_days,factor_rate',
      ...numbers(DEALS).map(
        (n) =>
          `D-${n},C-1,HB-${n},Bright Oak Dental ${n},Harbor,Active Advance,2026-10-01,60000.00,84000.00,700.00,DAILY,120,1.40`,
      ),
    ],
    participations: [
      'external_id,deal,syndicate,agreement_date,share_percent,commission_percent,management_fee_percent',
      ...numbers(DEALS).flatMap((deal) =>
        numbers(SHARES).map(
          (n) => `P-${deal}-${n},D-${deal},S-${1 + ((deal + n) % SYNDICATES)},2026-10-01,5,10,4`,
        ),
      ),
    ],
  };
}

async function importRows(
  apiUrl: string,
  token: string,
  kind: string,
  rows: readonly string[],
): Promise<void> {
  const response = await fetch(`${apiUrl}/api/operator/v1/imports?kind=${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: `${rows.join('\n')}\n`,
  });
  const text = await response.text();
  if (!response.ok || !text.includes('"applied":"all"')) throw new Error(`Importing ${kind}: ${text}`);
}
