import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withTenant } from '../platform/db/transactions.ts';
import { createVirusScanner } from '../platform/integrations/virus-scan.ts';
import { createTenant } from '../testing/factories.ts';
import { createBroker, createCategory, createOpenOffer, issueOfferLink } from '../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { pdf } from '../testing/sample-files.ts';
import { startTestWorker } from '../testing/test-worker.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/** A scanner that needs so long for each file, which a test cannot make clamd do. It notes who is being scanned and who waits. */
async function slowScanner(ms: number) {
  const running: string[] = [];
  const order: string[] = [];
  const most = new Map<string, number>();
  const server = createServer((socket) => {
    let sent = '';
    socket.on('error', () => undefined);
    socket.on('data', async (chunk) => {
      sent += chunk.toString('latin1');
      if (!sent.endsWith('\0\0\0\0')) return;
      const whose = /of (\w+) at (\w+)/.exec(sent)?.slice(1, 3) ?? [];
      running.push(...whose);
      order.push(whose[0] ?? '');
      for (const name of whose)
        most.set(name, Math.max(most.get(name) ?? 0, running.filter((other) => other === name).length));
      await setTimeout(ms);
      for (const name of whose) running.splice(running.indexOf(name), 1);
      socket.end('stream: OK\0');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, order, most };
}

type Broker = ReturnType<typeof createBroker>;
const untilChecked = (broker: Broker) =>
  expect
    .poll(async () => (await broker.staged()).map(({ state, refusal }) => refusal ?? state), {
      timeout: 30_000,
    })
    .not.toContain('checking');

test('UPLOAD-04 security rule: the files of one link are scanned one by one, those of a funder hold two of four places, and others go first', async () => {
  const { owner } = portal.database;
  const other = await createTenant(owner);
  const brokers: Record<string, Broker> = {};
  for (const [name, tenantId] of [
    ['flood', portal.tenantId],
    ['flood2', portal.tenantId],
    ['colleague', portal.tenantId],
    ['elsewhere', other],
  ] as const) {
    const broker = createBroker(portal.app, await createOpenOffer(owner, tenantId));
    const categoryId = await createCategory(owner, tenantId, name);
    const at = tenantId === other ? 'another' : 'harbor';
    brokers[name] = broker;
    for (let index = 0; index < (name.startsWith('flood') ? 6 : 1); index += 1)
      await broker.stage(`${index}.pdf`, pdf(`/Lang (of ${name} at ${at})`), categoryId);
  }
  const scanner = await slowScanner(400);
  const worker = await startTestWorker(portal.database, { virusScanner: createVirusScanner(scanner) });
  for (const broker of Object.values(brokers)) await untilChecked(broker);
  await worker.stop();
  expect(Object.fromEntries(scanner.most)).toEqual({
    ...{ flood: 1, flood2: 1, colleague: 1, elsewhere: 1 },
    ...{ harbor: 2, another: 1 },
  });
  // It is the next of its line, behind one that has begun; the other line may have gone on by then.
  expect(scanner.order.indexOf('colleague')).toBeLessThan(5);
  expect(scanner.order.indexOf('elsewhere')).toBeLessThan(4);
});

test('UPLOAD-04 a file whose scan times out twice is refused in words, and a scanner that cannot be reached is waited for', async () => {
  const { owner } = portal.database;
  const offer = await createOpenOffer(owner, portal.tenantId);
  const broker = createBroker(portal.app, offer);
  const categoryId = await createCategory(owner, portal.tenantId, 'slow');
  await broker.stage('slow.pdf', pdf('/Lang (of slow at harbor)'), categoryId);
  const scanner = await slowScanner(60_000);
  const impatient = createVirusScanner({ ...scanner, timeoutMs: 300 });
  const worker = await startTestWorker(portal.database, { virusScanner: impatient });
  await untilChecked(broker);
  await worker.stop();
  expect(scanner.order).toEqual(['slow', 'slow']);
  expect(await broker.staged()).toMatchObject([{ state: 'refused', refusal: 'takes_too_long' }]);

  const token = await withTenant(owner, portal.tenantId, (tx) =>
    issueOfferLink(tx, portal.tenantId, offer.offerId),
  );
  const patient = createBroker(portal.app, { ...offer, token });
  await patient.stage('later.pdf', pdf('/Lang (of later at harbor)'), categoryId);
  const down = createVirusScanner({ host: '127.0.0.1', port: 1 });
  const without = await startTestWorker(portal.database, { virusScanner: down });
  await setTimeout(1_000);
  await without.stop();
  expect(await patient.staged()).toMatchObject([{ state: 'checking' }]);
});
