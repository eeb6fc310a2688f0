import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecaptcha } from '../../platform/integrations/recaptcha.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { postJson, solveCaptcha, startTestApp, type TestApp } from '../../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await portal.addInvestor('person@northgate.example');
});
afterAll(() => portal.close());

const SCRIPT_URL = 'https://captcha.example/recaptcha/api.js';

const signIn = (app: TestApp, recaptcha: string, password = PASSWORD) =>
  app.fetch(
    '/api/non-tenant/oauth/token',
    postJson({ grant_type: 'password', username: 'person@northgate.example', password, recaptcha }),
  );

const tampered = (
  answer: string,
  change: (payload: { challenge: { parameters: { expiresAt: number } } }) => void,
) => {
  const payload = JSON.parse(Buffer.from(answer, 'base64').toString());
  change(payload);
  return Buffer.from(JSON.stringify(payload)).toString('base64');
};

test('LOGIN-03 the right password without a solved captcha does not enter', async () => {
  for (const answer of ['', 'nonsense', Buffer.from('{}').toString('base64')]) {
    const response = await signIn(portal.app, answer);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'captcha_failed' });
  }
});

test('LOGIN-03 a solved captcha counts once', async () => {
  const answer = await solveCaptcha(portal.app);
  expect((await signIn(portal.app, answer)).status).toBe(200);
  expect((await signIn(portal.app, answer)).status).toBe(401);
});

test('LOGIN-03 of twenty at once with the same answer one passes', async () => {
  const answer = await solveCaptcha(portal.app);
  const responses = await Promise.all(Array.from({ length: 20 }, () => signIn(portal.app, answer)));
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
});

test('LOGIN-03 a challenge whose end was moved is worth nothing', async () => {
  const answer = await solveCaptcha(portal.app);
  const later = tampered(answer, ({ challenge }) => {
    challenge.parameters.expiresAt += 3600;
  });
  expect((await signIn(portal.app, later)).status).toBe(401);
});

test('LOGIN-03 a missing captcha is no failure of the account', async () => {
  for (let index = 0; index < 6; index += 1) await signIn(portal.app, '', 'wrong');
  expect((await signIn(portal.app, await solveCaptcha(portal.app))).status).toBe(200);
});

/** A server on the loopback interface that speaks the provider's documented verification protocol. */
async function startVerifier(
  answer: (body: URLSearchParams) => object | null,
): Promise<{ server: Server; verifyUrl: string }> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = answer(new URLSearchParams(text));
    response.writeHead(body ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, verifyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify` };
}

test('LOGIN-03 with reCAPTCHA the server asks the provider, with its secret and the visitor’s address', async () => {
  const asked: Record<string, string>[] = [];
  const { server, verifyUrl } = await startVerifier((body) => {
    asked.push(Object.fromEntries(body));
    return { success: body.get('response') === 'good' };
  });
  const app = await startTestApp(portal.database, {
    captcha: createRecaptcha({ siteKey: 'site', secret: 'hush', scriptUrl: SCRIPT_URL, verifyUrl }),
  });
  expect(await (await app.fetch('/api/non-tenant/sign-in-page')).json()).toMatchObject({
    captcha: { provider: 'recaptcha', site_key: 'site', script_url: SCRIPT_URL },
  });
  expect((await signIn(app, 'bad')).status).toBe(401);
  expect((await signIn(app, 'good')).status).toBe(200);
  expect(asked[1]).toEqual({ secret: 'hush', response: 'good', remoteip: '127.0.0.1' });
  await app.close();
  server.close();
});

test('LOGIN-03 an answer that looks like a machine’s, or was given for something else, does not enter', async () => {
  const answers: Record<string, object> = {
    person: { success: true, score: 0.5, action: 'sign_in' },
    machine: { success: true, score: 0.4, action: 'sign_in' },
    elsewhere: { success: true, score: 0.9, action: 'newsletter' },
  };
  const { server, verifyUrl } = await startVerifier((body) => answers[body.get('response') ?? ''] ?? null);
  const app = await startTestApp(portal.database, {
    captcha: createRecaptcha({ siteKey: 'site', secret: 'hush', scriptUrl: SCRIPT_URL, verifyUrl }),
  });
  for (const answer of ['machine', 'elsewhere'])
    expect(await (await signIn(app, answer)).json()).toMatchObject({ code: 'captcha_failed' });
  expect((await signIn(app, 'person')).status).toBe(200);
  await app.close();
  server.close();
});

test('LOGIN-03 while the provider is down sign-in goes on under a stricter throttle', async () => {
  const { server, verifyUrl } = await startVerifier(() => null);
  const app = await startTestApp(portal.database, {
    captcha: createRecaptcha({ siteKey: 'site', secret: 'hush', scriptUrl: SCRIPT_URL, verifyUrl }),
  });
  const responses: number[] = [];
  for (let index = 0; index < 6; index += 1) responses.push((await signIn(app, 'any')).status);
  expect(responses).toEqual([200, 200, 200, 200, 200, 429]);
  await app.close();
  server.close();
});
