import { sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { accessTokenPlace } from '../bank-connections/access-token-place.ts';
import { changeDealStatus } from '../ledger/change-deal-status.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import {
  createFundedDeal,
  createMembership,
  createParticipation,
  createSyndicate,
  createUser,
} from './factories.ts';
import { postPayment } from './posting.ts';
import { ENCRYPTION_KEY } from './test-app.ts';
import {
  companyOf,
  createBankAccount,
  createFile,
  createOffer,
  createStatementMonth,
} from './underwriting.ts';

/** The columns that tell when something was last used. */
const MOMENTS = {
  memberships: ['closed_at'],
  syndicates: ['created_at', 'used_at'],
  syndicate_bank_accounts: ['changed_at'],
  bank_account_changes: ['requested_at', 'takes_effect_at', 'settled_at'],
  participations: ['created_at'],
  companies: ['used_at'],
  brokers: ['used_at'],
  deals: ['created_at'],
  deal_status_changes: ['changed_at'],
  offers: ['created_at'],
  deal_notes: ['created_at'],
  files: ['created_at'],
  payments: ['recorded_at'],
  bank_connections: ['connected_at'],
} as const;

/** Runs the work and then moves every row that it added so many months into the past. */
export async function monthsAgo<T>(
  owner: Database,
  tenantId: string,
  months: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withTenant(owner, tenantId, async (tx) => {
    const result = await work(tx);
    for (const [table, columns] of Object.entries(MOMENTS)) {
      const target = sql.table(table);
      await sql`alter table ${target} disable trigger user`.execute(tx);
      const moved = columns.map(
        (column) => sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(months => ${months})`,
      );
      await sql`update ${target} set ${sql.join(moved)} where xmin::text = pg_current_xact_id()::xid::text`.execute(
        tx,
      );
      await sql`alter table ${target} enable trigger user`.execute(tx);
    }
    return result;
  });
}

let serial = 0;

/** A syndicate with a bank account, a settled change of it and a contact, and one user whose portal is closed. */
export async function createClosedInvestor(owner: Database, tenantId: string, months: number) {
  const userId = await createUser(owner, { passwordHash: 'a hash' });
  const syndicateId = await monthsAgo(owner, tenantId, months, async (tx) => {
    const id = await createSyndicate(tx, tenantId, { ccEmails: ['copy@person.example'] });
    await tx
      .updateTable('syndicates')
      .set({
        contactPerson: 'Dana Reyes',
        phoneNumber: '5550100',
        street: '1 Main St',
        city: 'Akron',
        zip: '44301',
      })
      .where('id', '=', id)
      .execute();
    await createMembership(tx, tenantId, userId, { syndicateId: id, isTerminated: true });
    const bank = {
      accountNumberLast4: '4321',
      routingNumberLast4: '8765',
      keyId: 'k1',
      tenantId,
      syndicateId: id,
    };
    const sealed = { accountNumberCipher: Buffer.alloc(32), routingNumberCipher: Buffer.alloc(32) };
    await tx
      .insertInto('syndicateBankAccounts')
      .values({ ...bank, ...sealed, bankName: 'First Bank' })
      .execute();
    const now = sql<Date>`now()`;
    await tx
      .insertInto('bankAccountChanges')
      .values({ ...bank, bankName: 'First Bank', takesEffectAt: now, settledAt: now, state: 'applied' })
      .execute();
    return id;
  });
  return { userId, syndicateId };
}

/** A deal that was paid in full, of which the syndicate had a share. */
export const createEndedDeal = (owner: Database, tenantId: string, syndicateId: bigint, months: number) =>
  monthsAgo(owner, tenantId, months, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    serial += 1;
    const day = calendarDate('2018-10-02');
    const payment = {
      dealId,
      reference: `ended ${serial}`,
      amount: 70_000n,
      clearedDate: day,
      postedOn: day,
    };
    await postPayment(tx, tenantId, payment);
    await sql`update deals set funded_date = '2018-10-01' where id = ${dealId}`.execute(tx);
    await changeDealStatus(tx, tenantId, {
      dealId,
      status: 'Advance Completed',
      reason: '',
      changedBy: null,
    });
    return { dealId, companyId: await companyOf(tx, tenantId, dealId) };
  });

/** A submission whose offer was declined, by a broker. */
export const createDeclinedSubmission = (owner: Database, tenantId: string, months: number) =>
  monthsAgo(owner, tenantId, months, async (tx) => {
    serial += 1;
    const broker = { name: 'Tessa Calloway', companyName: 'Brightpath', email: 'tessa@iso.example' };
    const { id: brokerId } = await tx
      .insertInto('brokers')
      .values({ tenantId, ...broker })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: companyId } = await tx
      .insertInto('companies')
      .values({
        tenantId,
        name: 'Planted Dental',
        dba: 'Planted',
        industry: 'Dental',
        startedMonth: '2019-03-01',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: dealId } = await tx
      .insertInto('deals')
      .values({
        tenantId,
        companyId,
        brokerId,
        publicId: `disposal-${String(serial).padStart(12, '0')}`,
        mid: `X${serial}`,
        name: 'Planted Dental',
        platform: 'Harbor',
        status: 'Request Price Adjustment',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await createOffer(tx, tenantId, dealId, { status: 'Offer Declined', note: 'Planted note' });
    return { brokerId, companyId, dealId };
  });

/** What underwriting gathers about a company. Returns the keys of its two files, which the test stores itself. */
export const addDetails = (
  owner: Database,
  tenantId: string,
  { companyId, dealId, months }: { companyId: bigint; dealId: bigint; months: number },
) =>
  monthsAgo(owner, tenantId, months, async (tx) => {
    const keys = [`${tenantId}/files/${companyId}`, `${tenantId}/statements/${companyId}.pdf`] as const;
    await createFile(tx, tenantId, { dealId, storageKey: keys[0] });
    const statement = await createFile(tx, tenantId, { storageKey: keys[1] });
    const account = await createBankAccount(tx, tenantId, companyId);
    await createStatementMonth(tx, tenantId, account, { month: '2024-01-01', fileId: statement });
    const address = { street: '1 Main St', city: 'Akron', state: 'OH', zip: '44301' };
    await tx
      .insertInto('companyAddresses')
      .values({ tenantId, companyId, kind: 'Main', ...address })
      .execute();
    const owner = { firstName: 'Planted', lastName: 'Person', creditScore: 700, ownershipPercent: '100' };
    await tx
      .insertInto('companyOwners')
      .values({ tenantId, companyId, ...owner })
      .execute();
    await tx
      .insertInto('existingAdvances')
      .values({ tenantId, companyId, lenderName: 'Other', status: 'active' })
      .execute();
    await tx
      .insertInto('dealNotes')
      .values({ tenantId, dealId, kind: 'Activity', bodyHtml: '<p>Planted</p>', authorName: 'Ana' })
      .execute();
    return keys;
  });

/** A connected bank whose access token the stand-in of the provider knows. */
export async function addConnectedBank(
  owner: Database,
  tenantId: string,
  { companyId, months, live }: { companyId: bigint; months: number; live: Set<string> },
): Promise<string> {
  const id = crypto.randomUUID();
  const token = `access-of-company-${companyId}`;
  live.add(token);
  const sealed = createEncryption({ key: ENCRYPTION_KEY }).seal(token, accessTokenPlace(tenantId, id));
  await monthsAgo(owner, tenantId, months, (tx) =>
    tx
      .insertInto('bankConnections')
      .values({
        tenantId,
        id,
        companyId,
        providerItemId: id,
        accessTokenCipher: sealed.cipher,
        keyId: sealed.keyId,
      })
      .execute(),
  );
  return token;
}
