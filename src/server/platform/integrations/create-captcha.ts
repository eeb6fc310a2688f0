import type { Database } from '../db/database.ts';
import type { Env } from '../settings/env.ts';
import { costUnder, createAltcha } from './altcha.ts';
import type { Captcha } from './captcha.ts';
import { createRecaptcha } from './recaptcha.ts';

export function createCaptcha(env: Env, db: Database): Captcha {
  if (env.CAPTCHA_PROVIDER === 'altcha') return createAltcha(db, env.SIGN_IN_SECRET, costUnder);
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret } = env;
  if (!siteKey || !secret) throw new Error('reCAPTCHA needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET.');
  return createRecaptcha({
    siteKey,
    secret,
    scriptUrl: env.RECAPTCHA_SCRIPT_URL,
    verifyUrl: env.RECAPTCHA_VERIFY_URL,
  });
}
