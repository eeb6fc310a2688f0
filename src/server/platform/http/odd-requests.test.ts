import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, postAsMember, signInAs } from '../../testing/test-app.ts';

let portal: TestPortal;
let accessToken: string;
let syndicateId: bigint | number | string;

beforeAll(async () => {
  portal = await openTestPortal();
  await portal.addInvestor('odd@northgate.example');
  ({ accessToken } = await signInAs(portal.app, 'odd@northgate.example', PASSWORD));
  ({ syndicateId } = portal);
});
afterAll(() => portal.close());

/** Sends bytes as they are, which no client library would, and returns the answer's first line and the whole answer. */
async function answerTo(lines: readonly string[]): Promise<{ status: string; whole: string }> {
  const socket = connect(Number(new URL(portal.app.url).port), '127.0.0.1');
  let whole = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    whole += part;
  });
  socket.end([...lines, ''].join('\r\n'));
  await once(socket, 'close');
  return { status: whole.split('\r\n')[0] ?? '', whole };
}

test('security rule: a parameter that comes twice is refused, and never read as a list or as one of both', async () => {
  const asked = async (query: string, headers: [string, string][] = []) => {
    const own = Object.entries(asMember(accessToken, portal.tenantId).headers ?? {});
    const path = `/api/payouts/get_payouts_paydates/${syndicateId}${query}`;
    return (await portal.app.fetch(path, { headers: [...own, ...headers] })).status;
  };
  expect(await asked('?page=1')).toBe(200);
  expect(await asked('?page=1&page=1')).toBe(400);
  expect(await asked('?page[]=1')).toBe(200);
  expect(await asked('?page=1', [['x-tenant', portal.tenantId]])).toBeGreaterThanOrEqual(400);
});

test('security rule: a body that names a prototype is refused', async () => {
  for (const added of ['"__proto__":{"isOdd":true}', '"constructor":{"prototype":{"isOdd":true}}']) {
    const request = postAsMember({}, accessToken, portal.tenantId);
    const body = `{"which":"others","password":"${PASSWORD}",${added}}`;
    expect((await portal.app.fetch('/user/sessions/end', { ...request, body })).status).toBe(400);
  }
});

test('security rule: TRACE is an unknown address and sends nothing back of what it was sent', async () => {
  const lines = ['TRACE /login HTTP/1.1', 'Host: localhost', 'X-Planted: planted', 'Connection: close', ''];
  const { status, whole } = await answerTo(lines);
  expect(status).toBe('HTTP/1.1 404 Not Found');
  expect(whole.toLowerCase()).not.toContain('planted');
});

test('security rule: a host name with anything beside name and port is refused', async () => {
  const askedAt = async (host: string) =>
    (await answerTo(['GET /healthz HTTP/1.1', `Host: ${host}`, 'Connection: close', ''])).status;
  const { port } = new URL(portal.app.url);
  for (const host of [
    `localhost:${port}@evil.example`,
    'localhost@evil.example',
    'localhost:x',
    'localhost,a',
    'localhost/a',
  ])
    expect([host, await askedAt(host)]).toEqual([host, 'HTTP/1.1 400 Bad Request']);
  for (const host of ['localhost', `LOCALHOST.:${port}`])
    expect([host, await askedAt(host)]).toEqual([host, 'HTTP/1.1 200 OK']);
});

test('security rule: a request whose length can be read in two ways is refused', async () => {
  for (const lengths of [
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    ['Content-Length: 4', 'Content-Length: 5'],
    ['Transfer-Encoding: chunked, identity'],
    ['Transfer-Encoding : chunked'],
  ]) {
    const lines = ['POST /user/sessions/end HTTP/1.1', 'Host: localhost', ...lengths, '', '0', ''];
    expect([lengths, (await answerTo(lines)).status]).toEqual([lengths, 'HTTP/1.1 400 Bad Request']);
  }
});
