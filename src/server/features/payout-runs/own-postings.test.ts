import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPaymentSource } from '../../ledger/payment-sources.ts';
import { postPayments } from '../../ledger/post-payments.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { approveAsSeen, openRunDesk, prepareNext, type RunDesk } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const PAID = [{ name: 'Allegheny Yield Fund' }];
const atDesk = ({ userId }: AtDesk): Operator => ({ via: 'desk', userId, name: 'Marcus Lee' });

/** A day's file with one payment of the deal, posted by somebody. */
const postDay = ({ book, tenantId }: RunDesk, by: Operator, reference: string) =>
  book.inTenant(async (tx) => {
    const { id: dealId } = await tx
      .selectFrom('deals')
      .select('id')
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow();
    const sourceId = await openPaymentSource(tx, tenantId, { kind: 'import', fileName: 'day.csv', by });
    const entry = { reference, dealId, amount: 100_000n, date: book.today, debitDate: null };
    await postPayments(
      tx,
      tenantId,
      [{ ...entry, result: 'cleared', origin: { sourceId, line: 1 } }],
      book.today,
    );
  });

test('RUN-44 security rule: whoever posted what a run pays does not approve it', async () => {
  const desk = await openRunDesk(portal, PAID);
  const noor = await sitDown(desk.own, 'Noor Haddad', { role: 'accounting' });
  await desk.book.pay();
  await postDay(desk, atDesk(desk.marcus), 'made up');
  const runId = await prepareNext(desk);
  // The page names nobody whom approving refuses, and tells these why.
  expect(await desk.marcus.get(`payouts/${runId}`)).toMatchObject({
    approvers: ['Noor Haddad'],
    hindrance: 'You posted payments that this run pays out, so somebody else has to approve it.',
  });
  expect(await noor.get(`payouts/${runId}`)).toMatchObject({ hindrance: null });
  expect(await approveAsSeen(desk.ingrid, runId)).toMatchObject({
    ...{ code: 'own_run', message: expect.stringMatching(/: Noor Haddad\.$/) },
  });
  expect(await approveAsSeen(desk.marcus, runId)).toMatchObject({
    ...{ status: 403, code: 'run_pays_own_postings' },
    message: 'You posted payments that this run pays out, so somebody else has to approve it.',
  });
  expect(await approveAsSeen(noor, runId)).toMatchObject({ status: 200, state: 'approved' });
});

test('RUN-44 security rule: neither does whoever issued the service token that posted it', async () => {
  const desk = await openRunDesk(portal, PAID);
  const noor = await sitDown(desk.own, 'Noor Haddad', { role: 'accounting' });
  const token = await desk.book.inTenant(async (tx) => {
    const { id } = await tx
      .insertInto('serviceTokens')
      .values({
        ...{ tenantId: desk.tenantId, name: 'Loan system', tokenHash: Buffer.alloc(32, 7), scopes: ['post'] },
        expiresAt: new Date(Date.now() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAudit(tx, {
      ...{ actorId: null, operator: atDesk(desk.marcus) },
      ...{ action: 'service token issued', subject: `service token ${id}`, details: { name: 'Loan system' } },
    });
    return {
      via: 'service token',
      id,
      name: 'Loan system',
      scopes: ['post'],
      expiresAt: new Date(),
    } as const;
  });
  await postDay(desk, token, 'by token');
  const runId = await prepareNext(desk);
  expect(await approveAsSeen(desk.marcus, runId)).toMatchObject({ code: 'run_pays_own_postings' });
  expect(await approveAsSeen(noor, runId)).toMatchObject({ status: 200, state: 'approved' });
});
