import { sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { parseMoney } from '../../shared/domain/money.ts';
import { participationTerms } from '../../shared/domain/participation.ts';
import type { Permission } from '../../shared/domain/permissions.ts';
import { rate } from '../../shared/domain/rate.ts';
import type { Role } from '../../shared/domain/roles.ts';
import { addParticipation } from '../ledger/add-participation.ts';
import { openCashAccount } from '../ledger/cash/open-cash-account.ts';
import { openDeal } from '../ledger/locked-deals.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { claim, withClaims, withTenant } from '../platform/db/transactions.ts';

let serial = 0;
const next = () => ++serial;

export async function createTenant(
  owner: Database,
  overrides: { name?: string; slug?: string } = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const slug = overrides.slug ?? `tenant-${next()}`;
  const name = overrides.name ?? `Funder ${slug}`;
  await withTenant(owner, id, (tx) =>
    tx
      .insertInto('tenants')
      .values({
        id,
        slug,
        name,
        supportEmail: `help@${slug}.example`,
        supportUrl: `https://${slug}.example/help`,
      })
      .execute(),
  );
  return id;
}

interface SyndicateOverrides {
  abbreviation?: string;
  name?: string;
  payDays?: number[];
  esignEmail?: string;
  ccEmails?: string[];
  /** Opens its cash account today. */
  cash?: { balance: bigint; contributed?: bigint };
}

export async function createSyndicate(
  tx: Tx,
  tenantId: string,
  { cash, ...overrides }: SyndicateOverrides = {},
): Promise<bigint> {
  const number = next();
  const { id } = await tx
    .insertInto('syndicates')
    .values({
      tenantId,
      name: `Syndicate ${number}`,
      abbreviation: `S${number}`,
      payDays: [1, 2, 3, 4, 5],
      defaultSharePercent: '10',
      managementFeePercent: '4',
      syndicationFeePercent: '0',
      esignEmail: `esign${number}@investor.example`,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (cash) {
    const { balance, contributed = null } = cash;
    await openCashAccount(tx, tenantId, { syndicateId: id, cash: balance, contributed, recordedBy: 'test' });
  }
  return id;
}

interface UserOverrides {
  email?: string;
  loginName?: string;
  passwordHash?: string;
}

export async function createUser(owner: Database, overrides: UserOverrides = {}): Promise<bigint> {
  const number = next();
  return withClaims(owner, {}, async (tx) => {
    const { rows } = await sql<{
      id: bigint;
    }>`select nextval(pg_get_serial_sequence('users', 'id')) as id`.execute(tx);
    const id = rows[0]?.id ?? 0n;
    await claim(tx, { userId: id });
    await tx
      .insertInto('users')
      .values({
        id,
        loginName: overrides.loginName ?? `user${number}`,
        email: overrides.email ?? `user${number}@investor.example`,
        name: `Person ${number}`,
        passwordHash: overrides.passwordHash ?? null,
      })
      .execute();
    return id;
  });
}

interface MembershipOverrides {
  role?: Role;
  syndicateId?: bigint | null;
  isTerminated?: boolean;
  permissions?: readonly Permission[];
  /** Accepted unless it says null. */
  acceptedAt?: Date | null;
  declinedAt?: Date | null;
  name?: string;
  invitedAt?: Date | null;
}

export async function createMembership(
  tx: Tx,
  tenantId: string,
  userId: bigint,
  { permissions = [], ...overrides }: MembershipOverrides,
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({
      tenantId,
      userId,
      role: 'syndication',
      name: `Person ${userId}`,
      acceptedAt: new Date(),
      ...overrides,
      permissions: [...permissions],
    })
    .execute();
}

interface DealOverrides {
  /** Where several processes share a database. */
  publicId?: string;
  name?: string;
  mid?: string;
  fundedAmount?: string;
  paybackAmount?: string;
  payment?: string;
}

/** Creates the golden example unless other values are given: $60,000 at 1.40 over 120 days. */
export async function createFundedDeal(
  tx: Tx,
  tenantId: string,
  overrides: DealOverrides = {},
): Promise<bigint> {
  const number = next();
  const { id: companyId } = await tx
    .insertInto('companies')
    .values({ tenantId, name: `Bright Oak Dental ${number}`, industry: 'Dental', startedMonth: '2019-03-01' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('deals')
    .values({
      tenantId,
      companyId,
      publicId: overrides.publicId ?? `test-deal-${String(number).padStart(8, '0')}`,
      mid: overrides.mid ?? String(100_000 + number),
      name: overrides.name ?? `Bright Oak Dental ${number}`,
      platform: 'Harbor',
      status: 'Active Advance',
      fundedDate: '2026-10-01',
      fundedAmountCents: parseMoney(overrides.fundedAmount ?? '60000'),
      paybackAmountCents: parseMoney(overrides.paybackAmount ?? '84000'),
      paymentCents: parseMoney(overrides.payment ?? '700'),
      paymentFrequency: 'DAILY',
      termDays: 120,
      factorRate: '1.4',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await openDeal(tx, tenantId, id);
  return id;
}

interface ShareOverrides {
  agreementDate?: string;
  sharePercent?: string;
  managementFeePercent?: string;
  managementFeeUpfront?: 0 | 1 | 2;
}

/** Creates a share of the deal on the golden example's terms: 10 % with 10 % commission and a 4 % fee. */
export async function createParticipation(
  tx: Tx,
  tenantId: string,
  ids: { dealId: bigint; syndicateId: bigint },
  overrides: ShareOverrides = {},
): Promise<bigint> {
  const deal = await tx
    .selectFrom('deals')
    .select(['fundedAmountCents', 'paybackAmountCents'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', ids.dealId)
    .executeTakeFirstOrThrow();
  const sharePercent = rate(overrides.sharePercent ?? '10');
  const terms = participationTerms({
    fundedAmount: deal.fundedAmountCents ?? 0n,
    paybackAmount: deal.paybackAmountCents ?? 0n,
    sharePercent,
    commissionPercent: rate('10'),
  });
  return addParticipation(tx, tenantId, {
    ...ids,
    agreementDate: calendarDate(overrides.agreementDate ?? '2026-10-01'),
    sharePercent,
    managementFeePercent: rate(overrides.managementFeePercent ?? '4'),
    managementFeeUpfront: overrides.managementFeeUpfront ?? 0,
    terms,
  });
}
