import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { approveAsSeen, openRunDesk, prepareNext, readRun } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

interface Item {
  what: string;
  detail: string;
  address: string | null;
}

const itemsOf = async (who: AtDesk): Promise<Item[]> =>
  (await who.get('board/queues/approvals'))['items'] as Item[];

/** The number on the board and the list agree. */
async function waitingFor(who: AtDesk): Promise<string[]> {
  const { queues } = (await who.get('board')) as unknown as {
    queues: { queue: string; waiting: number; oldest: string | null }[];
  };
  const items = await itemsOf(who);
  expect(queues.find(({ queue }) => queue === 'approvals')).toMatchObject({
    waiting: items.length,
    oldest: items[0]?.what ?? null,
  });
  return items.map(({ what }) => what);
}

test('DESK-151 a draft of a payout run waits for those who can approve it, never for who prepared it', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny Yield Fund' }]);
  const { own, book, ingrid, marcus } = desk;
  await book.pay();
  await book.nameOriginator();
  const clerk = await sitDown(own, 'Sam Clerk', { role: 'servicing' });
  expect(await waitingFor(marcus)).toEqual([]);
  const runId = await prepareNext(desk);
  expect(await waitingFor(marcus)).toEqual([`Payout run of ${formatDate(book.payDate)}, Ingrid Holm`]);
  expect(await itemsOf(marcus)).toMatchObject([{ address: `/desk/payouts/${runId}` }]);
  expect(await marcus.get('board')).toMatchObject({ waiting_run: { is_own: false } });
  expect(await waitingFor(ingrid)).toEqual([]);
  expect(await ingrid.get('board')).toMatchObject({ waiting_run: { is_own: true } });
  expect(await waitingFor(clerk)).toEqual([]);
  expect((await approveAsSeen(marcus, runId)).status).toBe(200);
  expect((await readRun(marcus, runId)).state).toBe('approved');
  expect(await waitingFor(marcus)).toEqual([]);
  expect(await ingrid.get('board')).toMatchObject({ next_payout: { pay_date: book.payDate } });
  expect((await ingrid.post(`payouts/${runId}/file`)).status).toBe(200);
  const { next_payout: next } = await ingrid.get('board');
  expect(next, 'DESK-20: what is at the bank is not the next pay date').toBeNull();
});

test('DESK-151 a request waits for another person who may decide it, until it is decided or too old', async () => {
  const { own, tenantId, book } = await openRunDesk(portal, [{ name: 'Allegheny Yield Fund' }]);
  const ada = await sitDown(own, 'Ada Vance');
  const theo = await sitDown(own, 'Theo Grant');
  const owen = await sitDown(own, 'Owen Hart', { role: 'servicing' });
  const stranger = await sitDown(portal, 'Carl Stranger');
  const ask = (who: AtDesk) =>
    who.post(`people/${owen.userId}/reset_second_factor`, { reason: 'A new phone, checked by a call' });
  const first = await ask(ada);
  expect(first.status).toBe(200);
  expect(await waitingFor(theo)).toEqual(['Reset second factor, Ada Vance']);
  const [item] = await itemsOf(theo);
  expect(item?.detail).toContain('Remove the second factor of Owen Hart');
  expect(item?.address).toBe(`/desk/people/${owen.userId}`);
  const { approvals } = (await theo.get('approvals')) as unknown as { approvals: Item[] };
  expect(approvals).toMatchObject([{ address: `/desk/people/${owen.userId}` }]);
  for (const other of [ada, owen, stranger]) expect(await waitingFor(other)).toEqual([]);

  await book.inTenant((tx) =>
    sql`update approvals set expires_at = now() - interval '1 minute' where tenant_id = ${tenantId}::uuid`.execute(
      tx,
    ),
  );
  expect(await waitingFor(theo)).toEqual([]);
  const second = await ask(ada);
  expect(await waitingFor(theo)).toHaveLength(1);
  expect((await theo.post(`approvals/${second['approval_id']}/reject`)).status).toBe(200);
  expect(await waitingFor(theo)).toEqual([]);
});
