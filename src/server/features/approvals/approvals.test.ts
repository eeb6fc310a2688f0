import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createTenant } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { addFactor, createStaff } from '../../testing/staff.ts';

let portal: TestPortal;
let ada: AtDesk;
let theo: AtDesk;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ada = await sitDown(portal, 'Ada Vance');
  theo = await sitDown(portal, 'Theo Grant');
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
});
afterAll(() => portal.close());

async function withFactor(name: string): Promise<bigint> {
  const userId = await portal.addInvestor(`${name}@northgate.example`);
  await addFactor(portal.database.owner, userId);
  return userId;
}

const ask = (desk: AtDesk, userId: bigint) =>
  desk.post(`people/${userId}/reset_second_factor`, { reason: 'A new phone, checked by a call' });
const waiting = async (desk: AtDesk, id: unknown) =>
  ((await desk.get('approvals'))['approvals'] as { approval_id: number }[]).find(
    ({ approval_id }) => approval_id === id,
  );
const hasReset = async (userId: bigint) =>
  withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    const rows = await tx
      .selectFrom('secondFactorResets')
      .select('state')
      .where('userId', '=', userId)
      .execute();
    return rows.map(({ state }) => state);
  });

test('DESK-30 one asks, another approves, and it is done with the approval', async () => {
  const userId = await withFactor('lost');
  const asked = await ask(ada, userId);
  expect(asked.status).toBe(200);
  const id = asked['approval_id'];
  expect(await waiting(ada, id)).toMatchObject({ is_own: true, may_decide: false, asked_by: 'Ada Vance' });
  expect(await waiting(theo, id)).toMatchObject({
    kind: 'reset second factor',
    reason: 'A new phone, checked by a call',
    is_own: false,
    may_decide: true,
    deciders: ['Theo Grant'],
  });
  expect(await waiting(owen, id)).toMatchObject({ is_own: false, may_decide: false });
  expect(await hasReset(userId)).toEqual([]);
  expect(await theo.post(`approvals/${id}/approve`)).toEqual({
    status: 200,
    approval_id: id,
    instead: null,
    address: null,
  });
  expect(await hasReset(userId)).toEqual(['pending']);
  expect(await waiting(theo, id)).toBeUndefined();
  const trail = await trailOf(portal.database, portal.tenantId, `approval ${id}`);
  expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['approval asked for', ada.userId],
    ['approval given', theo.userId],
  ]);
  expect(await theo.get(`people/${userId}`)).toMatchObject({ factor_reset_at: expect.any(String) });
});

test('DESK-30 nobody approves or turns down their own, and the words say who can', async () => {
  const userId = await withFactor('own');
  const { approval_id: id } = await ask(ada, userId);
  for (const word of ['approve', 'reject'])
    expect(await ada.post(`approvals/${id}/${word}`)).toMatchObject({
      status: 403,
      code: 'own_approval',
      message: 'You asked for this yourself, so somebody else has to decide: Theo Grant.',
    });
  expect(await hasReset(userId)).toEqual([]);
  // Not even by a statement that passes every check of the code.
  await expect(
    withTenant(portal.database.db, portal.tenantId, (tx) =>
      tx
        .updateTable('approvals')
        .set({ decision: 'approved', decidedBy: ada.userId, decidedAt: sql<Date>`now()` })
        .where('id', '=', BigInt(String(id)))
        .execute(),
    ),
  ).rejects.toThrow(/another_person_decides/);
  expect((await ada.post(`approvals/${id}/withdraw`)).status).toBe(200);
});

test('DESK-30 nobody approves for whoever has just let them in', async () => {
  const userId = await withFactor('made-up');
  const { approval_id: id } = await ask(ada, userId);
  const mina = await sitDown(portal, 'Mina Orr', { role: 'servicing' });
  await ada.put(`people/${mina.userId}/permissions`, { role: 'administrator' });
  expect(await mina.post(`approvals/${id}/approve`)).toMatchObject({ code: 'decider_of_asker' });
  expect(await hasReset(userId)).toEqual([]);
  expect((await theo.post(`approvals/${id}/approve`)).status).toBe(200);
});

test('DESK-30 whoever has just let somebody in does not approve what they ask for either', async () => {
  const mina = await sitDown(portal, 'Mina Orr', { role: 'servicing' });
  await ada.put(`people/${mina.userId}/permissions`, { role: 'administrator' });
  const userId = await withFactor('made-up-asker');
  const { approval_id: id } = await ask(mina, userId);
  expect(await ada.post(`approvals/${id}/approve`)).toMatchObject({ status: 403, code: 'decider_of_asker' });
  expect(await hasReset(userId)).toEqual([]);
  expect((await theo.post(`approvals/${id}/approve`)).status).toBe(200);
});

test('DESK-30 two whom the same person has just let in do not decide together, over however many steps', async () => {
  const [one, other, last] = await Promise.all(
    ['One', 'Other', 'Last'].map((name) => sitDown(portal, name, { role: 'servicing' })),
  );
  if (!one || !other || !last) throw new Error('Three sit down.');
  for (const { userId } of [one, other])
    expect((await ada.put(`people/${userId}/permissions`, { role: 'administrator' })).status).toBe(200);
  expect((await other.put(`people/${last.userId}/permissions`, { role: 'administrator' })).status).toBe(200);
  const userId = await withFactor('two-made-up');
  for (const [asker, deciders] of [
    [one, [other, last]],
    [ada, [last]],
    [last, [ada]],
  ] as const) {
    const { approval_id: id } = await ask(asker, userId);
    for (const decider of deciders)
      expect(await decider.post(`approvals/${id}/approve`)).toMatchObject({ code: 'decider_of_asker' });
    expect((await asker.post(`approvals/${id}/withdraw`)).status).toBe(200);
  }
  expect(await hasReset(userId)).toEqual([]);
});

test('DESK-30 who took a permission away, or gave one earlier than 72 hours ago, decides as before', async () => {
  const mina = await sitDown(portal, 'Mina Orr');
  expect((await ada.put(`people/${mina.userId}/permissions`, { can_view_audit: false })).status).toBe(200);
  const { approval_id: first } = await ask(mina, await withFactor('taken-away'));
  expect((await ada.post(`approvals/${first}/approve`)).status).toBe(200);
  await ada.put(`people/${mina.userId}/permissions`, { can_view_audit: true });
  const { approval_id: second } = await ask(mina, await withFactor('given-long-ago'));
  expect(await ada.post(`approvals/${second}/approve`)).toMatchObject({ code: 'decider_of_asker' });
  await withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    await sql`update audit_events set at = at - interval '73 hours'
      where tenant_id = ${portal.tenantId}::uuid and subject = ${`user ${mina.userId}`}`.execute(tx);
    await sql`alter table audit_events enable trigger append_only`.execute(tx);
  });
  expect((await ada.post(`approvals/${second}/approve`)).status).toBe(200);
});

test('DESK-30 without the permission nobody asks, approves or turns down', async () => {
  const userId = await withFactor('plain');
  expect(await ask(owen, userId)).toMatchObject({ status: 403, code: 'permission_needed' });
  const { approval_id: id } = await ask(theo, userId);
  for (const word of ['approve', 'reject'])
    expect(await owen.post(`approvals/${id}/${word}`)).toMatchObject({ code: 'permission_needed' });
  expect(await owen.post(`approvals/${id}/withdraw`)).toMatchObject({ code: 'approval_of_others' });
  expect((await ada.post(`approvals/${id}/reject`)).status).toBe(200);
  expect(await hasReset(userId)).toEqual([]);
});

test('DESK-30 it is decided once, and asked for once at a time', async () => {
  const userId = await withFactor('once');
  const { approval_id: id } = await ask(ada, userId);
  expect(await ask(theo, userId)).toMatchObject({ status: 409, code: 'approval_waiting' });
  const third = await sitDown(portal, 'Una Reed');
  const answers = await Promise.all([
    theo.post(`approvals/${id}/approve`),
    third.post(`approvals/${id}/approve`),
    third.post(`approvals/${id}/reject`),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'approval_settled')).toHaveLength(2);
  expect(await ada.post(`approvals/${id}/withdraw`)).toMatchObject({ code: 'approval_settled' });
});

test('DESK-30 however many approve, turn down and take back at the same moment, one counts, and it is done once or not at all', async () => {
  for (const name of ['first', 'second', 'third']) {
    const userId = await withFactor(`crowd-${name}`);
    const { approval_id: id } = await ask(ada, userId);
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, place) => {
        const [desk, word] = [
          [theo, 'approve'],
          [ada, 'withdraw'],
          [theo, 'reject'],
        ][place % 3] as [AtDesk, string];
        const answer = await desk.post(`approvals/${id}/${word}`);
        return { word, status: answer.status, code: answer['code'] };
      }),
    );
    const [done, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(answers.filter(({ code }) => code === 'approval_settled')).toHaveLength(29);
    expect(await hasReset(userId)).toEqual(done?.word === 'approve' ? ['pending'] : []);
  }
});

test('DESK-30 what cannot be done is not approved either', async () => {
  const userId = await withFactor('closed');
  const { approval_id: id } = await ask(ada, userId);
  expect((await ada.post(`people/${userId}/close`)).status).toBe(200);
  expect(await theo.post(`approvals/${id}/approve`)).toMatchObject({ code: 'user_is_closed' });
  expect(await waiting(theo, id)).toMatchObject({ may_decide: true });
});

test('DESK-30 what has waited too long is asked for anew, and so is what was asked by somebody who may no longer', async () => {
  const userId = await withFactor('late');
  const leaving = await sitDown(portal, 'Lou Park');
  const { approval_id: first } = await ask(leaving, userId);
  expect((await ada.put(`people/${leaving.userId}/permissions`, { can_manage_people: false })).status).toBe(
    200,
  );
  expect(await theo.post(`approvals/${first}/approve`)).toMatchObject({ code: 'asker_lost_permission' });
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('approvals')
      .set({ expiresAt: sql<Date>`now()` })
      .where('id', '=', BigInt(String(first)))
      .execute(),
  );
  expect(await theo.post(`approvals/${first}/approve`)).toMatchObject({ code: 'approval_settled' });
  expect(await waiting(theo, first)).toBeUndefined();
  const { status, approval_id: second } = await ask(ada, userId);
  expect(status).toBe(200);
  expect((await theo.post(`approvals/${second}/approve`)).status).toBe(200);
});

test('DESK-30 another funder’s staff find nothing to decide', async () => {
  const userId = await withFactor('theirs');
  const { approval_id: id } = await ask(ada, userId);
  const otherTenant = await createTenant(portal.database.owner);
  const other = await sitDown({ ...portal, tenantId: otherTenant }, 'Zoe Quist');
  expect((await createStaff(portal.database.owner, otherTenant)).userId).not.toBe(other.userId);
  for (const word of ['approve', 'reject', 'withdraw'])
    expect((await other.post(`approvals/${id}/${word}`)).status).toBe(404);
  expect(await other.get('approvals')).toEqual({ status: 200, approvals: [] });
});
