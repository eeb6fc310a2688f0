import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importBook } from '../../import/import-book.ts';
import { findSources, type Source } from '../../import/source.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { importFolder } from '../../testing/import-folder.ts';
import { createBroker, issueOfferLink } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('OFFER-06 OPS-01 an acceptance in the middle of an import that changes deal and offer waits, and is told of the change', async () => {
  const { tenantId, database } = portal;
  const folder = await importFolder('templates');
  await folder.edit('deals.csv', (text) => text.replace('D-2,C-2,,', 'D-2,C-2,ISO-1,'));
  const names = ['brokers.csv', 'companies.csv', 'deals.csv', 'offers.csv'];
  const run = (sources: readonly Source[]) =>
    importBook(database.directDb, { tenantId, sources, operator: { via: 'command line', name: 'test' } });
  const book = await findSources(folder.path);
  expect(await run(book.filter(({ name }) => names.includes(name)))).toMatchObject({ applied: 'all' });

  const { id: offerId, dealId } = await withTenant(database.db, tenantId, (tx) =>
    tx
      .selectFrom('offers')
      .select(['id', 'dealId'])
      .where('status', '=', 'Offer Made')
      .executeTakeFirstOrThrow(),
  );
  const token = await withTenant(database.owner, tenantId, (tx) => issueOfferLink(tx, tenantId, offerId));
  const broker = createBroker(portal.app, { tenantId, offerId, dealId, token, brokerEmail: '' });

  await folder.edit('deals.csv', (text) => text.replaceAll('Harbor', 'Harbor West'));
  await folder.edit('offers.csv', (text) => text.replace('Proof of', 'A proof of'));
  const [deals] = await findSources(join(folder.path, 'deals.csv'));
  const [offers] = await findSources(join(folder.path, 'offers.csv'));
  if (!deals || !offers) throw new Error('There are deals and offers.');
  let answer: Promise<Response> | undefined;
  const report = await run([
    deals,
    {
      ...offers,
      async *open() {
        // By now the import has changed and locked the deals.
        answer = broker.accept();
        await untilWaiting(database.db, 1);
        yield* offers.open();
      },
    },
  ]);
  expect(report.files.map(({ counts }) => counts.changed)).toEqual([2, 1]);
  expect(await (await answer)?.json()).toMatchObject({ code: 'offer_changed' });
  await folder.remove();
});
