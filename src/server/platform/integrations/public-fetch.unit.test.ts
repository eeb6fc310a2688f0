import { type LookupAddress, type lookup, promises } from 'node:dns';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDnsServer, type TestDnsServer } from '../../testing/dns-server.ts';
import { createPublicFetch } from './public-fetch.ts';

let names: TestDnsServer;
let port: number;
let called: string[] = [];
let encodings: (string | string[] | undefined)[] = [];
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  called.push(request.url ?? '');
  if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' });
  encodings.push(request.headers['accept-encoding']);
  if (request.url === '/packed') {
    response.setHeader('content-encoding', 'gzip');
    return void response.end(gzipSync(Buffer.alloc(10_000_000)));
  }
  response.end(request.url === '/long' ? Buffer.alloc(1_200_000) : 'here');
});
beforeAll(async () => {
  names = await startDnsServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  await names.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  called = [];
  encodings = [];
  names.questions.length = 0;
});

/** Looks names up at the server of this test, over the network. */
const lookUp = ((host: string, _options: object, done: (error: unknown, found: LookupAddress[]) => void) => {
  const resolver = new promises.Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([names.address]);
  const asked = [
    resolver.resolve4(host).then((found) => found.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(host).then((found) => found.map((address) => ({ address, family: 6 }))),
  ];
  void Promise.allSettled(asked).then((answers) =>
    done(
      null,
      answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    ),
  );
}) as unknown as typeof lookup;

const get = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' as const };
const codesOf = (error: unknown): unknown[] =>
  error instanceof Error ? [(error as { code?: unknown }).code, ...codesOf(error.cause)] : [];
const strict = createPublicFetch({ mayBeLocal: false, lookUp });
const refusal = async (address: string, call = strict) => codesOf(await call(address, get).catch((e) => e));

test.each([
  ...['127.0.0.1', '127.1', '0x7f000001', '2130706433', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1'],
  ...[
    '100.64.0.1',
    '169.254.169.254',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...[
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[fc00::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:0:1::]',
  ],
])('DESK-201 https://%s is not called', async (host) => {
  expect(await refusal(`https://${host}:${port}/`)).toEqual(['PRIVATE_ADDRESS']);
  expect(called).toEqual([]);
});

test.each([
  ['127.0.0.1.nip.example', { A: ['127.0.0.1'] }],
  ['metadata.internal.example', { A: ['169.254.169.254'] }],
  ['mapped.example', { AAAA: ['::ffff:10.0.0.1'] }],
  ['one-of-two.example', { A: ['8.8.8.8', '192.168.0.1'] }],
  ['other-family.example', { A: ['8.8.8.8'], AAAA: ['fd00::1'] }],
])('DESK-201 a name that leads behind the firewall is not called: %s', async (host, records) => {
  for (const [type, addresses] of Object.entries(records)) names.records.set(`${type} ${host}`, [addresses]);
  expect(await refusal(`https://${host}:${port}/`)).toContain('PRIVATE_ADDRESS');
  expect(names.questions.filter((asked) => asked === `A ${host}`)).toHaveLength(1);
  expect(called).toEqual([]);
});

test('DESK-201 names of the machine itself are not called either, nor anything without TLS', async () => {
  const bySystem = createPublicFetch({ mayBeLocal: false });
  expect(await refusal(`https://localhost:${port}/`, bySystem)).toContain('PRIVATE_ADDRESS');
  for (const address of [`http://127.0.0.1:${port}/`, 'http://example.com/', 'ftp://example.com/'])
    expect(await refusal(address, bySystem)).toEqual(['PRIVATE_ADDRESS']);
  expect(called).toEqual([]);
});

test('DESK-201 a name is looked up once, and the connection goes where that lookup led', async () => {
  const local = createPublicFetch({ mayBeLocal: true, lookUp });
  names.records.set('A localhost', [['127.0.0.1'], ['10.0.0.1']]);
  expect(await (await local(`http://localhost:${port}/`, get)).text()).toBe('here');
  expect(names.questions.filter((asked) => asked === 'A localhost')).toHaveLength(1);
  // Only this machine is excepted, not what is beside it.
  const other = createPublicFetch({ mayBeLocal: true, lookUp });
  expect(await refusal(`http://localhost:${port}/`, other)).toContain('PRIVATE_ADDRESS');
  expect(await refusal('https://10.0.0.1/', other)).toEqual(['PRIVATE_ADDRESS']);
  expect(called).toEqual(['/']);
});

test('DESK-201 redirects are not followed, and an answer without end is cut off', async () => {
  const local = createPublicFetch({ mayBeLocal: true });
  expect((await local(`http://127.0.0.1:${port}/moved`, get)).status).toBe(302);
  expect(called).toEqual(['/moved']);
  const long = await local(`http://127.0.0.1:${port}/long`, get);
  await expect(long.text()).rejects.toThrow();
});

test('DESK-201 nothing is unpacked: a small answer could be a very large one', async () => {
  const local = createPublicFetch({ mayBeLocal: true });
  expect(await refusal(`http://127.0.0.1:${port}/packed`, local)).toEqual(['PACKED_ANSWER']);
  expect(encodings).toEqual(['identity']);
});
