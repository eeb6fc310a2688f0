import * as z from 'zod';
import { captchaAction } from '../../../shared/contract/sign-in-grants.ts';
import { outsideTransactions } from '../outside-work.ts';
import type { Captcha, CaptchaVerdict } from './captcha.ts';

export interface RecaptchaConfig {
  siteKey: string;
  secret: string;
  /** The provider's documented addresses, or those of a server that speaks its protocol. */
  scriptUrl: string;
  verifyUrl: string;
}

/** Keys of the provider's version 3 return a score and the action. Keys of version 2 return neither. */
const answerSchema = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
});
/** The threshold that the provider recommends. */
const LOWEST_SCORE = 0.5;
const PATIENCE_MS = 3_000;

export function createRecaptcha({ siteKey, secret, scriptUrl, verifyUrl }: RecaptchaConfig): Captcha {
  const home = new URL('.', scriptUrl).href;

  async function verify(answer: string, address: string): Promise<CaptchaVerdict> {
    if (answer === '') return 'failed';
    try {
      const response = await fetch(verifyUrl, {
        method: 'POST',
        redirect: 'error',
        body: new URLSearchParams({ secret, response: answer, remoteip: address }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (!response.ok) return 'unavailable';
      return verdictOf(answerSchema.parse(await response.json()));
    } catch {
      return 'unavailable';
    }
  }

  return {
    inPage: { provider: 'recaptcha', siteKey, scriptUrl },
    sources: {
      scripts: [home, 'https://www.gstatic.com/recaptcha/'],
      frames: [home, 'https://recaptcha.google.com/recaptcha/'],
      calls: [home],
    },
    // The provider's own script creates the challenge.
    newChallenge: async () => null,
    ...outsideTransactions('captcha provider', { verify }),
  };
}

function verdictOf({
  success,
  score = 1,
  action = captchaAction,
}: z.output<typeof answerSchema>): CaptchaVerdict {
  return success && score >= LOWEST_SCORE && action === captchaAction ? 'passed' : 'failed';
}
