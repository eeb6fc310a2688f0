import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The path that is requested to find out whether a host name leads to this portal. */
export const HOST_PROOF_PATH = '/.well-known/syndicate-portal';
/** The format of a valid question. Others are not answered. */
export const HOST_PROOF_QUESTION = /^[0-9a-f]{64}$/;

const PATIENCE_MS = 5_000;

/**
 * Only this portal's processes and commands know the secret, so only they can answer, and each question has a different
 * answer.
 */
export const hostProofAnswer = (secret: string, question: string): string =>
  createHmac('sha256', secret).update(`host proof ${question}`).digest('hex');

/**
 * Asks at that origin, over the same route as a visitor's request. Null when this portal answered; otherwise the reason, in words.
 */
export async function hostProofFailure(origin: string, secret: string): Promise<string | null> {
  const question = randomBytes(32).toString('hex');
  try {
    const response = await fetch(`${origin}${HOST_PROOF_PATH}/${question}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = response.ok ? (await response.text()).trim() : '';
    const expected = Buffer.from(hostProofAnswer(secret, question));
    const given = Buffer.from(answer);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return null;
    return response.ok ? 'somebody else answers there' : `it answers ${response.status}`;
  } catch (error) {
    return reasonOf(error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'nothing listens there',
  CERT_HAS_EXPIRED: 'its certificate has ended',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  TimeoutError: 'there is no answer',
};

function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name?: string };
  const code = cause?.code ?? name ?? '';
  return REASONS[code] ?? `it could not be asked (${code})`;
}
