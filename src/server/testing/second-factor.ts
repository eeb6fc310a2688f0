import { generate } from 'otplib';
import { withClaims } from '../platform/db/transactions.ts';
import { PASSWORD, type TestPortal } from './portal.ts';
import { createAuthenticator } from './software-authenticator.ts';
import { asMember, cookieOf, postJson, signInAs, solveCaptcha } from './test-app.ts';

export const TOKEN = '/api/non-tenant/oauth/token';
export const codeOf = (secret: string) => generate({ secret });

/** Creates a person with a browser at an address, who visits the portal. */
export async function createVisitor(portal: TestPortal, name: string, address = '203.0.113.7') {
  const email = `${name}-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
  const userId = await portal.addInvestor(email);
  const from = (elsewhere: string | undefined, headers = {}) => ({
    'x-forwarded-for': elsewhere ?? address,
    ...headers,
  });
  const { accessToken } = await signInAs(portal.app, email, PASSWORD);

  const visitor = {
    email,
    userId,
    accessToken,
    get: (path: string) => portal.app.fetch(path, asMember(accessToken, portal.tenantId)),
    post: (path: string, body: unknown, tenantId = portal.tenantId) =>
      portal.app.fetch(path, postJson(body, from(undefined, asMember(accessToken, tenantId).headers))),

    /** With a key of its own, for commands. */
    send: (method: string, path: string, body: unknown) => {
      const { headers } = asMember(accessToken, portal.tenantId);
      const sent = postJson(body, from(undefined, { ...headers, 'idempotency-key': crypto.randomUUID() }));
      return portal.app.fetch(path, { ...sent, method });
    },

    async enterPassword(options: { password?: string; address?: string; remember_me?: boolean } = {}) {
      const { password = PASSWORD, address: elsewhere, ...rest } = options;
      const recaptcha = await solveCaptcha(portal.app);
      const body = { grant_type: 'password', username: email, password, recaptcha, ...rest };
      return portal.app.fetch(TOKEN, postJson(body, from(elsewhere)));
    },
    /** Returns the challenge that a user with a second factor gets for the right password. */
    async challenge(elsewhere?: string): Promise<string> {
      const response = await visitor.enterPassword(elsewhere ? { address: elsewhere } : {});
      const body = (await response.json()) as { second_factor?: { challenge: string } };
      if (!body.second_factor) throw new Error(`No second step: ${response.status} ${JSON.stringify(body)}`);
      return body.second_factor.challenge;
    },
    prove: (challenge: string, proof: Record<string, unknown>, elsewhere?: string) =>
      portal.app.fetch(
        TOKEN,
        postJson({ grant_type: 'second_factor', challenge, ...proof }, from(elsewhere)),
      ),

    async addTotp(): Promise<{ secret: string; recoveryCodes: string[] | null }> {
      const started = await visitor.post('/user/second-factor/totp/start', { password: PASSWORD });
      const { secret } = (await started.json()) as { secret: string };
      const confirmed = await visitor.post('/user/second-factor/totp/confirm', {
        code: await codeOf(secret),
      });
      const { recovery_codes: recoveryCodes } = (await confirmed.json()) as {
        recovery_codes: string[] | null;
      };
      await visitor.forgetUsedStep();
      return { secret, recoveryCodes };
    },
    async addPasskey() {
      const started = await visitor.post('/user/second-factor/passkeys/start', { password: PASSWORD });
      const { options } = (await started.json()) as { options: { challenge: string } };
      const authenticator = createAuthenticator();
      const body = { name: 'Key ring', registration: authenticator.register(options) };
      const finished = await visitor.post('/user/second-factor/passkeys/finish', body);
      if (!finished.ok) throw new Error(`No passkey: ${await finished.text()}`);
      const { recovery_codes: recoveryCodes } = (await finished.json()) as {
        recovery_codes: string[] | null;
      };
      return { authenticator, recoveryCodes };
    },
    /** Allows the current code to be used again, as a new one could be half a minute later. */
    forgetUsedStep: () =>
      withClaims(portal.database.owner, { userId }, (tx) =>
        tx.updateTable('userTotp').set({ lastUsedStep: 0n }).where('userId', '=', userId).execute(),
      ),
    sessions: () =>
      withClaims(portal.database.db, { userId }, (tx) =>
        tx.selectFrom('sessions').selectAll().where('endedAt', 'is', null).execute(),
      ),
  };
  return visitor;
}

export type Visitor = Awaited<ReturnType<typeof createVisitor>>;
export const hasSessionCookie = (response: Response) => cookieOf(response).startsWith('__Host-session=');
