import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChallenge } from '../features/auth/sign-in-challenges.ts';
import { issueCapability } from '../identity/capabilities.ts';
import { closeUser } from '../identity/change-user.ts';
import { endSessions } from '../identity/end-sessions.ts';
import { issuePasswordLink } from '../identity/password-links.ts';
import { renewRecoveryCodes } from '../identity/recovery-codes.ts';
import { rememberBrowser } from '../identity/remembered-browsers.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import type { Passwords } from '../platform/crypto/password-hashing.ts';
import type { Tx } from '../platform/db/database.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { REMEMBERED_COOKIE } from '../platform/http/remembered-cookie.ts';
import { createMembership, createSyndicate, createUser } from '../testing/factories.ts';
import { operator } from '../testing/import-desk.ts';
import { noCaptcha } from '../testing/no-captcha.ts';
import { openSession } from '../testing/open-session.ts';
import { operatorOf, type TestOperator } from '../testing/operator.ts';
import { putInForce } from '../testing/payout-accounts.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { ENCRYPTION_KEY, ORIGIN, passwords, postAsMember, postJson } from '../testing/test-app.ts';
import { untilBlockedBy } from '../testing/until-waiting.ts';
import { PASSWORD_USES, type PasswordOwner, type PasswordUse, TOKEN } from './password-uses.ts';

/**
 * What happens once, by the stored hash, while a password is checked against it: after it was read, before anything is done with
 * the result. Everybody has a hash of their own.
 */
const meanwhile = new Map<string, () => Promise<void>>();
const slowly: Passwords = {
  hash: passwords.hash,
  async matches(password, storedHash) {
    const isMatch = await passwords.matches(password, storedHash);
    const happens = meanwhile.get(storedHash ?? '');
    meanwhile.delete(storedHash ?? '');
    await happens?.();
    return isMatch;
  },
};

const NEW_PASSWORD = 'an entirely new one';
let portal: TestPortal;
let staff: TestOperator;
let newHash: string;
const encryption = createEncryption({ key: ENCRYPTION_KEY });
beforeAll(async () => {
  portal = await openTestPortal({ passwords: slowly, captcha: noCaptcha });
  staff = await operatorOf(portal, ['users']);
  newHash = await passwords.hash(NEW_PASSWORD);
});
afterAll(() => portal.close());

interface Person extends PasswordOwner {
  storedHash: string;
  /** Sends a request in another session of the same user. */
  postElsewhere(path: string, body: object): Promise<Response>;
}

async function createPerson({ has }: Pick<PasswordUse, 'has'>): Promise<Person> {
  const { app, database, tenantId } = portal;
  const { owner } = database;
  const email = `${crypto.randomUUID()}@northgate.example`;
  const esignEmail = `esign-${email}`;
  const syndicateId = await withTenant(owner, tenantId, async (tx) => {
    const id = await createSyndicate(tx, tenantId, { esignEmail, cash: { balance: 100_000n } });
    const account = { bankName: 'First Bank', accountNumber: '123456786789', routingNumber: '021000021' };
    await putInForce(tx, encryption, { tenantId, syndicateId: id }, account);
    return id;
  });
  const storedHash = await passwords.hash(PASSWORD);
  const userId = await createUser(owner, { email, passwordHash: storedHash });
  await withTenant(owner, tenantId, (tx) => createMembership(tx, tenantId, userId, { syndicateId }));
  const here = await openSession(owner, userId);
  const elsewhere = await openSession(owner, userId);
  const passkeyId = Buffer.from(email).toString('base64url');
  const remembered = await withClaims(owner, { userId }, async (tx) => {
    if (has === 'a code app') {
      const secret = { secretCipher: Buffer.from('secret'), keyId: 'key', lastUsedStep: 0n };
      await tx
        .insertInto('userTotp')
        .values({ userId, ...secret })
        .execute();
    }
    if (has === 'a passkey')
      await tx
        .insertInto('userPasskeys')
        .values({ credentialId: passkeyId, userId, publicKey: Buffer.from('key'), counter: 0n, name: 'Ring' })
        .execute();
    // A factor that was shown just now, so that the password is the only question left.
    await tx
      .updateTable('sessions')
      .set({ secondFactorAt: new Date() })
      .where('userId', '=', userId)
      .execute();
    const { id: sessionId } = await tx.selectFrom('sessions').select('id').limit(1).executeTakeFirstOrThrow();
    return rememberBrowser(tx, { userId, sessionId, site: { host: null } });
  });
  return {
    storedHash,
    email,
    esignEmail,
    password: PASSWORD,
    userId: Number(userId),
    syndicateId: Number(syndicateId),
    passkeyId,
    rememberedCookie: `${REMEMBERED_COOKIE}=${remembered}`,
    post: (path, body) => app.fetch(path, postAsMember(body, here, tenantId)),
    postElsewhere: (path, body) => app.fetch(path, postAsMember(body, elsewhere, tenantId)),
    visit: (path, body, cookie) => app.fetch(path, postJson(body, cookie ? { cookie } : {})),
  };
}

async function succeed(answer: Promise<Response>): Promise<void> {
  const { status } = await answer;
  if (status !== 200) throw new Error(`What should happen meanwhile answered ${status}.`);
}

interface Event {
  /** The event happens in full while the password is checked. */
  completed(person: Person): Promise<void>;
  /** The same change in a transaction that is still open when the password has been checked, unless another event has it. */
  under?(tx: Tx, person: Person): Promise<unknown>;
  /** The event means nothing to somebody who has no session yet. */
  isOfSession?: true;
}

const setHash = (tx: Tx, { userId }: Person) =>
  tx.updateTable('users').set({ passwordHash: newHash }).where('id', '=', BigInt(userId)).execute();

const PASSWORD_RESET: Event = {
  async completed({ userId: id, visit }) {
    const userId = BigInt(id);
    const { url } = await withClaims(portal.database.owner, { userId }, (tx) =>
      issuePasswordLink(tx, { userId, seconds: 600, publicOrigin: ORIGIN, tenantId: null }),
    );
    const token = new URL(url).hash.slice(1);
    await succeed(visit('/user/reset_password', { id: token, password: NEW_PASSWORD }));
  },
  under: setHash,
};

const EVENTS: Readonly<Record<string, Event>> = {
  'the password is reset': PASSWORD_RESET,
  'the password is changed': {
    completed: ({ userId, postElsewhere }) =>
      succeed(
        postElsewhere('/api/updateSyndicateUserPwd', {
          user_id: userId,
          oldpassword: PASSWORD,
          password: NEW_PASSWORD,
        }),
      ),
  },
  'the account is closed': {
    completed: ({ userId }) => succeed(staff.post(`users/${userId}/close`, {})),
    under: (tx, { userId }) => closeUser(tx, portal.tenantId, { id: BigInt(userId) }, operator),
  },
  'the session is ended': {
    completed: ({ postElsewhere }) =>
      succeed(postElsewhere('/user/sessions/end', { which: 'others', password: PASSWORD })),
    under: (tx, { userId }) => endSessions(tx, { userId: BigInt(userId) }, 'ended by user'),
    isOfSession: true,
  },
};

const USES = Object.values(PASSWORD_USES).flat();
const PAIRS = USES.flatMap((use) =>
  Object.entries(EVENTS)
    .filter(([, { isOfSession }]) => use.hasSession || !isOfSession)
    .map(([what, event]) => ({ use, what, event })),
);

const outcome = async (answer: Response) =>
  answer.ok ? 'done' : `refused: ${((await answer.json()) as { code: string }).code}`;

const REFUSED =
  /: refused: (invalid_credentials|(old_)?password_wrong|not_signed_in|account_closed|tenant_not_allowed)$/;

/** In groups, because the pool of connections is small. */
async function ofEach<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += 6)
    done.push(...(await Promise.all(all.slice(at, at + 6).map(work))));
  return done;
}

const notRefused = (outcomes: readonly string[]) => outcomes.filter((line) => !REFUSED.test(line));

test('LOGIN-17 every use of a password is done when nothing happens meanwhile', async () => {
  const done = await ofEach(USES, async (use) => [
    use.name,
    await outcome(await use.send(await createPerson(use))),
  ]);
  expect(done).toEqual(USES.map(({ name }) => [name, 'done']));
});

test('LOGIN-17 security rule: what a password opens is refused if meanwhile the password, the account or the session ended', async () => {
  const outcomes = await ofEach(PAIRS, async ({ use, what, event }) => {
    const person = await createPerson(use);
    meanwhile.set(person.storedHash, () => event.completed(person));
    return `${use.name}, ${what}: ${await outcome(await use.send(person))}`;
  });
  process.stdout.write(`${USES.length} uses of a password, ${PAIRS.length} pairs of a use and an event\n`);
  expect(notRefused(outcomes)).toEqual([]);
});

/** The answer to a request that goes on while the event is not committed yet. The event is committed once the request waits. */
async function amid(person: Person, event: Event, goOn: () => Promise<Response>): Promise<string> {
  const { db } = portal.database;
  const claims = { tenantId: portal.tenantId, userId: BigInt(person.userId) };
  const { answered, isWaiting } = await withClaims(db, claims, async (tx) => {
    await event.under?.(tx, person);
    const going = goOn();
    const didWait = await Promise.race([untilBlockedBy(db, tx), going.then(() => false)]);
    // An object, because a promise would be awaited before the commit.
    return { answered: { going }, isWaiting: didWait };
  });
  return `${isWaiting ? '' : 'without waiting '}${await outcome(await answered.going)}`;
}

test('LOGIN-17 security rule: and it waits for such an event that is not committed yet', async () => {
  const pairs = PAIRS.filter(({ event }) => event.under);
  const outcomes = await ofEach(pairs, async ({ use, what, event }) => {
    const person = await createPerson(use);
    const isChecked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    meanwhile.set(person.storedHash, () => {
      isChecked.resolve();
      return goOn.promise;
    });
    const answered = use.send(person);
    await isChecked.promise;
    const going = amid(person, event, () => {
      goOn.resolve();
      return answered;
    });
    return `${use.name}, ${what}: ${await going}`;
  });
  expect(notRefused(outcomes)).toEqual([]);
});

/** What follows a right password later on, or replaces it. It has read the version of the password in an earlier transaction. */
const LATER: Readonly<Record<string, (person: Person) => Promise<() => Promise<Response>>>> = {
  async 'a ticket'({ userId, visit }) {
    const { tenantId } = portal;
    const asked = { kind: 'sign-in ticket', subjectId: BigInt(userId), seconds: 60, issuedBy: null } as const;
    const { token: ticket } = await withTenant(portal.database.db, tenantId, (tx) =>
      issueCapability(tx, tenantId, asked),
    );
    return () => visit(TOKEN, { grant_type: 'ticket', ticket });
  },
  async 'a second step'({ userId: id, visit }) {
    const userId = BigInt(id);
    const { challenge, code } = await withClaims(portal.database.db, { userId }, async (tx) => {
      const [first = ''] = await renewRecoveryCodes(tx, userId);
      const asked = {
        userId,
        credentialVersion: 1,
        loginName: null,
        isRemembered: false,
        onlyTenantId: null,
        isSingleSignOn: false,
        ticketIssuer: null,
      };
      return { challenge: await openChallenge(tx, asked), code: first };
    });
    return () => visit(TOKEN, { grant_type: 'second_factor', challenge, method: 'recovery', code });
  },
};

test('LOGIN-17 security rule: a ticket and a second step wait for such an event too', async () => {
  const outcomes = await ofEach(Object.entries(LATER), async ([name, prepare]) => {
    const person = await createPerson({ has: 'no second factor' });
    return `${name}: ${await amid(person, PASSWORD_RESET, await prepare(person))}`;
  });
  expect(outcomes).toEqual(['a ticket: refused: link_expired', 'a second step: refused: sign_in_expired']);
});

/** Where passwords are compared. Whoever calls one of these has a line above, by the password among its fields. */
const COMPARED_IN = ['access/password-again.ts', 'features/auth/credentials.ts'];

test('LOGIN-17 passwords are compared in two places only', () => {
  const server = join(import.meta.dirname, '..');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const comparing = files.filter((file) =>
    /passwords\s*\.matches\(/.test(readFileSync(join(server, file), 'utf8')),
  );
  expect(comparing.sort()).toEqual(COMPARED_IN);
});
