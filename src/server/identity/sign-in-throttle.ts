import { createHmac } from 'node:crypto';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { ALLOWED_FAILURES, LOCK_SECONDS, lockMessage } from '../../shared/domain/sign-in-lock.ts';
import { createPool } from '../platform/db/pools.ts';
import { Refusal } from '../platform/errors.ts';
import { createFairQueue } from '../platform/fair-queue.ts';
import { addressBlock } from '../platform/http/address-block.ts';

/** Who tries whose account, from where. The device is given only if this account has signed in on it before. */
export interface Visit {
  /** The account that the name belongs to, whichever of its names was typed. */
  userId: bigint | undefined;
  /** The name as typed, case-folded. */
  loginName: string;
  address: string;
  knownDevice: Buffer | null;
}

/**
 * Whose second factor is tried, and in which funder's name: after its ticket, its single sign-on or in a session of them; null after a
 * password. A funder makes those itself, so what fails there is counted for it alone, and locks nobody out elsewhere.
 */
export interface CodeOwner {
  userId: bigint;
  onlyTenantId: string | null;
}

/** The names of an account, for what is counted by the name that was typed. */
export interface UnlockedAccount {
  userId: bigint;
  names: readonly string[];
}

/**
 * Beyond this many failures from anywhere, an account is closed for a while to every device that is new to it. Its known
 * devices have only their own count: otherwise anybody could lock the owner out.
 */
const ACCOUNT_CEILING = 100;
const ADDRESS_CEILING = 100;
/** A page that is locked asks every half minute, and an office may have many. So many begin single sign-on in the morning. */
const LOCK_STATE_CEILING = 300;
const WITHOUT_CAPTCHA = 5;
/** For one known device in the time of a lock. */
const USUAL_CAPTCHAS = 20;
/** Wrong codes after a right password, from anywhere: six digits would fall to patience otherwise. */
const CODE_CEILING = 10;
const CODE_LOCK_SECONDS = 60 * 60;
/** In that time, for one account: counted and never reached. */
const MOST_UNLOCKS = 1_000_000;

const PATIENCE_MS = 5_000;
/** Each attempt takes one for a moment at a time. */
const CONNECTIONS = 4;

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

interface Options {
  maxConnections?: number;
  /** The milliseconds that an answer of the database is waited for; five seconds at most. */
  queryTimeout?: number;
  /** How many sign-ins are checked at once, and how many may wait: on known devices, and on new ones. */
  line?: { atOnce: number; longest: number };
}

/** Two passwords are hashed at once; two more sign-ins get ready meanwhile. */
const LINE = { atOnce: 4, longest: 64 };

/** Counts attempts in PostgreSQL, so that every server process sees the same counts and a restart forgets nothing. */
export function createSignInThrottle(
  databaseUrl: string,
  secret: string,
  { maxConnections = CONNECTIONS, queryTimeout = PATIENCE_MS, line = LINE }: Options = {},
) {
  const pool = createPool(databaseUrl, {
    maxConnections,
    applicationName: 'portal throttle',
    // Somebody waits for each of these: a count that cannot be had refuses, and neither lets in nor hangs.
    queryTimeout: Math.min(queryTimeout, PATIENCE_MS),
  });
  const queue = createFairQueue(line);
  const limiter = (keyPrefix: string, points: number, seconds = LOCK_SECONDS) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'throttles',
      tableCreated: true,
      keyPrefix,
      points,
      duration: seconds,
      blockDuration: seconds,
      // The purge does it, once a day and for all of them.
      clearExpiredByTimeout: false,
    });
  const pairs = limiter('pair', ALLOWED_FAILURES + 1);
  const accounts = limiter('account', ACCOUNT_CEILING);
  const addresses = limiter('address', ADDRESS_CEILING);
  const codes = limiter('code', CODE_CEILING, CODE_LOCK_SECONDS);
  const outages = limiter('outage', WITHOUT_CAPTCHA);
  const resets = limiter('reset', ALLOWED_FAILURES);
  // Remembered for longer than any lock that was there before.
  const unlocks = limiter('unlock', MOST_UNLOCKS, CODE_LOCK_SECONDS);
  // That somebody was locked out of an account, somewhere: the counts themselves go by device and address, and cannot be listed.
  const lockouts = limiter('lockout', 1);
  const told = limiter('told', 1);
  const usualCaptchas = limiter('usual captcha', USUAL_CAPTCHAS);
  const lockStates = limiter('lock state', LOCK_STATE_CEILING);
  const signOns = limiter('sign-on', LOCK_STATE_CEILING);
  const guesses = limiter('link guess', ADDRESS_CEILING);
  const resetAddresses = limiter('reset address', ADDRESS_CEILING);

  // Names and addresses are personal: what is stored can only be compared.
  const digest = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');

  const addressDigest = (address: string, ...parts: string[]) => digest(...parts, addressBlock(address));

  /** By the account's id, so that all its names count together. A name of nobody counts by itself. */
  const accountDigest = (userId: bigint | undefined, loginName: string) =>
    userId === undefined ? digest('name', loginName) : digest('user', userId.toString());

  const codeKey = ({ userId, onlyTenantId }: CodeOwner) =>
    digest('code', userId.toString(), ...(onlyTenantId === null ? [] : [onlyTenantId]));

  /** How often each was counted, and for how many seconds it still is, asked for all at once. */
  async function readCounts(counters: readonly Counter[]): Promise<Count[]> {
    const keys = counters.map(({ limiter, key }) => limiter.getKey(key));
    const { rows } = await pool.query<{ key: string; points: number; expire: string }>({
      name: 'read counts',
      text: 'select key, points, expire from throttles where key = any($1) and expire > $2',
      values: [keys, Date.now()],
    });
    return keys.map((key) => {
      const row = rows.find((candidate) => candidate.key === key);
      return { points: row?.points ?? 0, seconds: row ? (Number(row.expire) - Date.now()) / 1000 : 0 };
    });
  }

  /** Counts of before the account was last unlocked go by another key: nobody could list them, as they are kept. */
  async function keysOf({ userId, loginName, address, knownDevice }: Visit) {
    const accountKey = accountDigest(userId, loginName);
    const unlocked = await unlocks.get(accountKey);
    const since = unlocked ? [String(unlocked.consumedPoints)] : [];
    const addressKey = addressDigest(address, 'address', accountKey, ...since);
    const ownKey = knownDevice
      ? digest('device', accountKey, knownDevice.toString('hex'), ...since)
      : addressKey;
    return { accountKey, addressKey, ownKey };
  }

  /** By the name as typed, for whom no account is looked up. Counts what was unlocked under each name of an account. */
  async function toldKey({ loginName, address }: Pick<Visit, 'loginName' | 'address'>): Promise<string> {
    const unlocked = await unlocks.get(digest('name', loginName));
    return addressDigest(address, 'told', loginName, String(unlocked?.consumedPoints ?? 0));
  }

  /** Refuses, and keeps what was said for those who ask again without trying: see secondsTold. */
  async function refuseAttempt(visit: Visit, seconds: number): Promise<Refusal> {
    await told.block(await toldKey(visit), Math.ceil(seconds));
    return lock(seconds);
  }

  return {
    /** How many sign-ins wait, or did shortly before. */
    load: queue.load,

    /** Refuses a visitor on a new device at once if the line is full, before an account is looked up. */
    requireRoom: (address: string): void =>
      queue.requireRoom({ isKnown: false, visitor: addressBlock(address) }),

    /** Whether this known device gets the captcha at its usual cost. Some of each, so that a flood cannot live on one device. */
    async takeUsualCaptcha(knownDevice: Buffer): Promise<boolean> {
      return usualCaptchas.consume(digest('captcha', knownDevice.toString('hex'))).then(
        () => true,
        (reason: unknown) => {
          if (isCount(reason)) return false;
          throw reason;
        },
      );
    },

    /**
     * Checks a sign-in when its turn has come: known devices first, then one of each network in turn. Whoever finds the line full
     * is refused before anything is counted, and a flood of sign-ins takes no more of the database than so many at once.
     */
    inTurn: <T>({ knownDevice, address }: Visit, work: () => Promise<T>): Promise<T> =>
      queue.inTurn(
        knownDevice
          ? { isKnown: true, visitor: knownDevice.toString('hex') }
          : { isKnown: false, visitor: addressBlock(address) },
        work,
      ),

    /** Describes an attempt to be made, by keys that are found once for all that is counted of it. */
    async begin(visit: Visit) {
      const { accountKey, addressKey, ownKey } = await keysOf(visit);
      const visitorKey = addressDigest(visit.address);
      const ownCeiling = { limiter: pairs, key: ownKey, points: ALLOWED_FAILURES + 1 };
      // What strangers fail at, everywhere or at this address, does not close a device that has signed in to this account.
      const ceilings = visit.knownDevice
        ? [ownCeiling]
        : [
            ownCeiling,
            { limiter: accounts, key: accountKey, points: ACCOUNT_CEILING },
            { limiter: addresses, key: visitorKey, points: ADDRESS_CEILING },
          ];
      const counts = await readCounts(ceilings);
      const secondsLocked = Math.max(
        0,
        ...counts.map(({ points, seconds }, index) =>
          points > (ceilings[index]?.points ?? 0) ? seconds : 0,
        ),
      );
      let ownCount = 0;

      /** Takes one of the attempts left before the password is looked at, so that many at once can't try more than their number. */
      async function reserve(): Promise<void> {
        if (secondsLocked > 0) throw await refuseAttempt(visit, secondsLocked);
        try {
          ({ consumedPoints: ownCount } = await pairs.consume(ownKey));
        } catch (reason) {
          throw isCount(reason) ? await refuseAttempt(visit, reason.msBeforeNext / 1000) : reason;
        }
      }

      async function lockAfter(key: string, count: number): Promise<boolean> {
        if (count <= ALLOWED_FAILURES) return false;
        await pairs.block(key, LOCK_SECONDS);
        return true;
      }

      return {
        secondsLocked,
        reserve,

        /** Says how long the lock is that this failure brought about, if it did. */
        async failed(): Promise<Refusal | null> {
          // A failure on a known device counts at its address too: changing the browser lifts nothing.
          const [atAddress] = await Promise.all([
            visit.knownDevice ? pairs.penalty(addressKey, 1) : null,
            accounts.penalty(accountKey, 1),
            addresses.penalty(visitorKey, 1),
          ]);
          if (atAddress) await lockAfter(addressKey, atAddress.consumedPoints);
          if (!(await lockAfter(ownKey, ownCount))) return null;
          await lockouts.block(accountKey, LOCK_SECONDS);
          return refuseAttempt(visit, LOCK_SECONDS);
        },

        async succeeded(): Promise<void> {
          await pairs.delete(ownKey);
        },

        /** Gives the reserved attempt back and forgets none before it: the password was right, and a second factor is still to come. */
        async halfSucceeded(): Promise<void> {
          await pairs.reward(ownKey, 1);
        },

        async reserveCode(owner: CodeOwner): Promise<void> {
          await reserve();
          await codes.consume(codeKey(owner)).catch(refuse);
        },

        async codeSucceeded(owner: CodeOwner): Promise<void> {
          await Promise.all([pairs.delete(ownKey), codes.delete(codeKey(owner))]);
        },
      };
    },

    /** What an attempt with this name, as typed, was last told from this network. Nobody's account is looked at. */
    async secondsTold(who: Pick<Visit, 'loginName' | 'address'>): Promise<number> {
      const [count] = await readCounts([{ limiter: told, key: await toldKey(who) }]);
      return Math.ceil(count?.seconds ?? 0);
    },

    /** Until when whose sign-in with a tenant is locked: on some device or in some network, for new devices, or because of wrong codes. */
    async lockedUntil(userIds: readonly bigint[], tenantId: string): Promise<Map<bigint, Date>> {
      const ceilings = userIds.flatMap((userId) => {
        const accountKey = accountDigest(userId, '');
        return [
          { userId, limiter: lockouts, key: accountKey, points: 0 },
          { userId, limiter: accounts, key: accountKey, points: ACCOUNT_CEILING },
          ...[null, tenantId].map((onlyTenantId) => ({
            userId,
            limiter: codes,
            key: codeKey({ userId, onlyTenantId }),
            points: CODE_CEILING,
          })),
        ];
      });
      const until = new Map<bigint, Date>();
      for (const [index, { points, seconds }] of (await readCounts(ceilings)).entries()) {
        const { userId, points: ceiling } = ceilings[index] ?? {};
        if (userId === undefined || points <= (ceiling ?? 0)) continue;
        const end = new Date(Date.now() + seconds * 1000);
        if (end > (until.get(userId) ?? 0)) until.set(userId, end);
      }
      return until;
    },

    async reserveLockState(address: string): Promise<void> {
      await lockStates.consume(addressDigest(address)).catch(refusePlainly);
    },

    /** Each begun sign-in at a provider is kept for some minutes, and an office may begin many. */
    async reserveSignOn(address: string): Promise<void> {
      await signOns.consume(addressDigest(address, 'sign-on')).catch(refusePlainly);
    },

    /** The captcha's provider does not answer: sign-in goes on, a few times an address. */
    async reserveWithoutCaptcha(address: string): Promise<void> {
      await outages.consume(addressDigest(address)).catch(refuse);
    },

    async reserveReset(email: string, address: string): Promise<void> {
      await resetAddresses.consume(addressDigest(address)).catch(refusePlainly);
      await resets.consume(digest(email)).catch(refusePlainly);
    },

    /**
     * Another way to learn what asking for a link tells, so it counts at the same place. Not for each e-mail: opening a page
     * a few times must not cost its owner the links.
     */
    async reserveLookUp(address: string): Promise<void> {
      await resetAddresses.consume(addressDigest(address)).catch(refusePlainly);
    },

    /** Nobody mistypes a link that often; 256 random bits would not be guessed without this either. */
    async linkGuessed(address: string): Promise<void> {
      await guesses.consume(addressDigest(address, 'link')).catch(refusePlainly);
    },

    /**
     * Forgets what an account failed at so far, from wherever: the operator has spoken to its owner, or they have proven their
     * mailbox and chosen a new password. Wrong codes stay counted: who guesses at those has the password, and unlocking again and
     * again would let them guess through all of them.
     */
    async unlock({ userId, names }: UnlockedAccount): Promise<void> {
      const accountKey = digest('user', userId.toString());
      await Promise.all([
        unlocks.penalty(accountKey, 1),
        accounts.delete(accountKey),
        lockouts.delete(accountKey),
        ...names.flatMap((name) => [unlocks.penalty(digest('name', name), 1), resets.delete(digest(name))]),
      ]);
    },

    close: () => pool.end(),
  };
}

interface Counter {
  limiter: RateLimiterPostgres;
  key: string;
}

interface Count {
  points: number;
  seconds: number;
}

const lock = (seconds: number) =>
  new Refusal('too_many_attempts', { message: lockMessage(seconds), retryAfterSeconds: Math.ceil(seconds) });

const isCount = (reason: unknown): reason is RateLimiterRes =>
  typeof reason === 'object' && reason !== null && 'msBeforeNext' in reason;

function refuse(reason: unknown): never {
  throw isCount(reason) ? lock(reason.msBeforeNext / 1000) : reason;
}

function refusePlainly(reason: unknown): never {
  if (!isCount(reason)) throw reason;
  throw new Refusal('too_many_attempts', { retryAfterSeconds: Math.ceil(reason.msBeforeNext / 1000) });
}
