import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { hashToken } from '../crypto/random-tokens.ts';
import type { Database } from '../db/database.ts';
import { withClaims } from '../db/transactions.ts';
import type { Captcha } from './captcha.ts';

const GOOD_FOR_SECONDS = 5 * 60;
/** About 50 ms in a browser, as much as checking a password takes the server. */
const COST = 1_000;
/** How many waiting sign-ins raise the cost by as much again. */
const WAITING_PER_STEP = 8;
/** About half a second. A phone needs several times as long, so it does not rise further. */
const MOST_TIMES_COST = 8;

/** A flood of sign-ins has to pay more than the server does. */
export const costUnder = (load: number): number =>
  Math.round(COST * Math.min(MOST_TIMES_COST, 1 + load / WAITING_PER_STEP));

/** A proof-of-work captcha of our own. No other service is asked, and nothing about the visitor leaves the portal. */
export function createAltcha(db: Database, secret: string, costUnderLoad: (load: number) => number): Captcha {
  return {
    inPage: { provider: 'altcha' },
    sources: { scripts: [], frames: [], calls: [] },

    newChallenge: (load) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: costUnderLoad(load),
        deriveKey,
        expiresAt: new Date(Date.now() + GOOD_FOR_SECONDS * 1000),
        hmacSignatureSecret: secret,
      }),

    async verify(answer) {
      const payload = parsePayload(answer);
      if (!payload?.challenge.signature) return 'failed';
      const result = await verifySolution({
        challenge: payload.challenge,
        solution: payload.solution,
        deriveKey,
        hmacSignatureSecret: secret,
      }).catch(() => null);
      if (!result?.verified || result.expired) return 'failed';
      return (await markAnswered(db, payload.challenge)) ? 'passed' : 'failed';
    },
  };
}

function parsePayload(answer: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(answer, 'base64').toString('utf8'));
    return payload?.challenge?.parameters && payload.solution ? payload : null;
  } catch {
    return null;
  }
}

async function markAnswered(db: Database, challenge: Challenge): Promise<boolean> {
  const challengeHash = hashToken(challenge.signature ?? '');
  return withClaims(db, { credential: challengeHash }, async (tx) => {
    const used = await tx
      .insertInto('answeredChallenges')
      .values({ challengeHash, expiresAt: sql<Date>`now() + make_interval(secs => ${GOOD_FOR_SECONDS})` })
      .onConflict((conflict) => conflict.doNothing())
      .returning('challengeHash')
      .executeTakeFirst();
    return used !== undefined;
  });
}
