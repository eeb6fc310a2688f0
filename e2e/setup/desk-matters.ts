import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { claim } from '../../src/server/platform/db/transactions.ts';
import { HARBOR_CAPITAL } from './environment.ts';
import { asOwner } from './owner.ts';

/** Adds a mail to Harbor that was tried as often as it is, and returns what it says. */
export const addFailedMail = () =>
  asOwner(async (tx) => {
    const why = `552 the box of ${crypto.randomUUID().slice(0, 8)} is full`;
    const payload = JSON.stringify({ tenantId: HARBOR_CAPITAL, linkMailId: crypto.randomUUID() });
    // Nothing takes it meanwhile, because it is due next year.
    await sql`
      with added as (
        select id from graphile_worker.add_job('mail link', ${payload}::json, run_at => now() + interval '1 year'))
      select id from added`.execute(tx);
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${why}
      where payload::text = ${payload}::json::text`.execute(tx);
    return why;
  });

/** A code app that nobody has. */
export const giveFactor = (email: string) =>
  asOwner(async (tx) => {
    await claim(tx, { loginName: email });
    const { id: userId } = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await claim(tx, { userId });
    await tx
      .insertInto('userTotp')
      .values({
        userId,
        secretCipher: Buffer.alloc(48, 1),
        keyId: 'k1',
        confirmedAt: new Date(),
        lastUsedStep: 0n,
      })
      .execute();
  });

/** A change of bank account that waits for the end of its 72 hours. */
export const addBankChange = (name: string) =>
  asOwner(async (tx) => {
    const { id: syndicateId } = await tx
      .selectFrom('syndicates')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('bankAccountChanges')
      .values({
        tenantId: HARBOR_CAPITAL,
        syndicateId,
        bankName: 'Second Street Bank',
        keyId: 'k1',
        accountNumberCipher: Buffer.alloc(48, 1),
        routingNumberCipher: Buffer.alloc(48, 1),
        accountNumberLast4: '4321',
        routingNumberLast4: '1533',
        takesEffectAt: new Date(Date.now() + 72 * 3_600_000),
      })
      .execute();
  });

/** What somebody has asked a second person for with this reason. Other tests ask as well, and everybody sees all of it. */
export const requestFor = (page: Page, reason: string): Locator =>
  page
    .getByRole('region', { name: 'Waiting for a second person' })
    .locator('div', { has: page.getByRole('button') })
    .filter({ hasText: reason })
    .last();
