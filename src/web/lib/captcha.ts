import type { Challenge } from 'altcha-lib';
import { authContract } from '../../shared/contract/auth.ts';
import { captchaAction } from '../../shared/contract/sign-in-grants.ts';
import { ApiError } from './api-error.ts';
import { throughOutage } from './outage.ts';
import { send } from './send.ts';
import { signInPageFacts } from './sign-in-page.ts';

/** Solves the captcha that the server uses. Its code is loaded when it is first needed. */
export async function solveCaptcha(): Promise<string> {
  const { captcha } = await signInPageFacts();
  if (captcha.provider === 'altcha') return answerAltcha();
  const { answerRecaptcha } = await import('./recaptcha.ts');
  try {
    return await answerRecaptcha({ ...captcha, action: captchaAction });
  } catch {
    throw ApiError.captchaUnreachable(new URL(captcha.scriptUrl).host);
  }
}

/** A short computation in the background. */
async function answerAltcha(): Promise<string> {
  const [{ challenge }, { solveChallenge }, { deriveKey }] = await Promise.all([
    throughOutage(() => send(authContract.captchaChallenge, {})),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
