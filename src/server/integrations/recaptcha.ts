import * as z from 'zod';
import type { Captcha } from './captcha.ts';

export interface RecaptchaConfig {
  siteKey: string;
  secret: string;
  /** The provider's documented address, or a server that speaks its protocol. */
  verifyUrl: string;
}

const answerSchema = z.object({ success: z.boolean() });
const PATIENCE_MS = 3_000;

export function createRecaptcha(config: RecaptchaConfig): Captcha {
  return {
    provider: 'recaptcha',
    siteKey: config.siteKey,
    // The provider's own script makes the challenge.
    newChallenge: async () => null,
    async verify(answer, address) {
      if (answer === '') return 'failed';
      try {
        const response = await fetch(config.verifyUrl, {
          method: 'POST',
          body: new URLSearchParams({ secret: config.secret, response: answer, remoteip: address }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        if (!response.ok) return 'unavailable';
        return answerSchema.parse(await response.json()).success ? 'passed' : 'failed';
      } catch {
        return 'unavailable';
      }
    },
  };
}
