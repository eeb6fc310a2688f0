import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffPermission } from '../../../shared/domain/staff-permissions.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import { createFundedDeal, createSyndicate, createTenant } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

/** A new book with two investors and two deals. */
async function openBook() {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  const zed = await withTenant(owner, tenantId, async (tx) => {
    for (const mid of ['901', '902']) await createFundedDeal(tx, tenantId, { mid });
    await createSyndicate(tx, tenantId, { name: 'Northgate', abbreviation: 'NGT' });
    return createSyndicate(tx, tenantId, { name: 'Zed', abbreviation: 'ZED' });
  });
  const sit = async (name: string, ...permissions: StaffPermission[]) =>
    importer(
      await sitDown({ ...portal, tenantId }, name, {
        ...{ role: 'servicing', permissions: ['view-desk', 'import-book', ...permissions] },
      }),
    );
  /** Whose each share is. */
  const shares = () =>
    withTenant(owner, tenantId, async (tx) => {
      const rows = await tx
        .selectFrom('participations as share')
        .innerJoin('deals as deal', 'deal.id', 'share.dealId')
        .innerJoin('syndicates as syndicate', 'syndicate.id', 'share.syndicateId')
        .select(['deal.mid', 'syndicate.name'])
        .orderBy('deal.mid')
        .execute();
      return rows.map(({ mid, name }) => `${mid} ${name}`);
    });
  return { tenantId, zed, sit, shares };
}

type Importer = ReturnType<typeof importer>;

const SHARES = 'Deal ID,Investor,Agreed on,Share %,Comm %,Mgmt Fee\n';
const share = (mid: string, investor: string) => `${SHARES}${mid},${investor},10/01/26,1%,10%,4%\n`;
const ANSWER = { kind: 'participations', field: 'syndicate', value: 'Nordgate Partners', meaning: '=Zed' };

/** Imports a share of an investor whom nobody knows by that name, and says who it is. */
async function answer(who: Importer, meanings: object[] = [ANSWER], investor = ANSWER.value) {
  const { runId } = await who.startOf('participations', 'first.csv', share('901', investor));
  const { blocker } = await who.plan(runId, { meanings });
  expect(blocker).toBeNull();
  expect(await who.confirm(runId)).toMatchObject({ state: 'done', failure: null });
  return runId;
}

test('IMPORT-14 security rule: answers are taken over from the same person, or from one who may do the same by hand', async () => {
  const { sit } = await openBook();
  const clerk = await sit('Lamar Reed');
  const noor = await sit('Noor Haddad', 'send-offers');
  const ada = await sit('Ada Lane', 'send-offers');
  const asked = async (who: Importer) => (await who.start({ 'next.csv': share('902', ANSWER.value) })).run;
  await answer(clerk);
  expect(await asked(clerk)).toMatchObject({ meanings: [ANSWER], problems: [] });
  expect(await asked(noor)).toMatchObject({ meanings: [], problems: [{ field: 'syndicate' }] });
  const another = await openBook();
  await answer(await another.sit('Ada Lane', 'send-offers'));
  expect(await asked(await another.sit('Noor Haddad', 'send-offers'))).toMatchObject({
    meanings: [ANSWER],
    problems: [],
  });
  expect(await asked(ada)).toMatchObject({ meanings: [] });
});

test('IMPORT-14 security rule: after an import was undone, its answers are those of who confirmed it alone', async () => {
  const { sit } = await openBook();
  const ada = await sit('Ada Lane', 'send-offers');
  const noor = await sit('Noor Haddad', 'send-offers');
  const next = async (who: Importer) => (await who.start({ 'next.csv': share('902', ANSWER.value) })).run;
  const runId = await answer(ada);
  expect(await next(noor)).toMatchObject({ meanings: [ANSWER] });
  expect(await ada.undo(runId)).toMatchObject({ state: 'undone', failure: null });
  expect(await next(noor)).toMatchObject({ meanings: [] });
  expect(await next(ada)).toMatchObject({ meanings: [ANSWER] });
});

test('IMPORT-14 security rule: neither addresses nor namesakes are taken over, and a name that the book has is its investor’s', async () => {
  const { sit, shares, zed } = await openBook();
  const ada = await sit('Ada Lane', 'send-offers', 'manage-people');
  const others = [
    { ...ANSWER, value: 'Northgate', meaning: '=Zed' },
    { ...ANSWER, value: 'Zed', meaning: `#${zed}`, is_namesake: true },
    { kind: 'participations', field: 'esign_email', value: 'New', meaning: 'other@attacker.example' },
  ];
  await answer(ada, [ANSWER, ...others]);
  const { runId, run } = await ada.start({ 'next.csv': share('902', 'Northgate') });
  expect(run).toMatchObject({ blocker: null, problems: [] });
  expect(run.meanings).toEqual([
    expect.objectContaining(ANSWER),
    expect.objectContaining({ value: 'Northgate' }),
  ]);
  expect(await ada.confirm(runId)).toMatchObject({ state: 'done' });
  expect(await shares()).toEqual(['901 Zed', '902 Northgate']);
});

test('IMPORT-17 security rule: a confirmed import is read as it was checked, whatever others have answered since', async () => {
  const { sit, shares } = await openBook();
  const ada = await sit('Ada Lane', 'send-offers');
  const noor = await sit('Noor Haddad', 'send-offers');
  const { runId, run } = await ada.start({ 'mine.csv': share('902', 'Northgate') });
  expect(run).toMatchObject({ blocker: null, meanings: [] });
  await answer(noor, [ANSWER, { ...ANSWER, value: 'Northgate' }]);
  expect(await ada.confirm(runId)).toMatchObject({ state: 'done', failure: null, meanings: [] });
  expect(await shares()).toEqual(['901 Zed', '902 Northgate']);
});

test('IMPORT-17 security rule: an import whose rows would mean something else by now is refused, and nothing of it is in', async () => {
  const { tenantId, sit, shares } = await openBook();
  const ada = await sit('Ada Lane', 'send-offers');
  const { runId, run } = await ada.start({ 'mine.csv': share('901', 'Northgate') });
  expect(run.blocker).toBeNull();
  // The two deals change their contract numbers.
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    for (const [from, to] of [
      ['901', 'former'],
      ['902', '901'],
      ['former', '902'],
    ] as const)
      await tx.updateTable('deals').set({ mid: to }).where('mid', '=', from).execute();
  });
  expect(await ada.confirm(runId)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('Nothing was imported'),
  });
  expect(await shares()).toEqual([]);
});
