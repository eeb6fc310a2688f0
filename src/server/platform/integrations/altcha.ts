import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { hashToken } from '../crypto/random-tokens.ts';
import type { Database } from '../db/database.ts';
import { withClaims } from '../db/transactions.ts';
import type { Captcha } from './captcha.ts';

const GOOD_FOR_SECONDS = 5 * 60;
const COST = 1_000;

/** A proof-of-work captcha of our own. No other service is asked, and nothing about the visitor leaves the portal. */
export function createAltcha(db: Database, secret: string, cost = COST): Captcha {
  return {
    inPage: { provider: 'altcha' },
    sources: { scripts: [], frames: [], calls: [] },

    newChallenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
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
