import { captchaAction } from '../../shared/contract/sign-in-grants.ts';
import { ApiError } from './api-error.ts';

/** What the provider's script puts into the window. */
interface Recaptcha {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

interface Site {
  siteKey: string;
  scriptUrl: string;
}

const PATIENCE_MS = 10_000;
let script: Promise<Recaptcha> | null = null;

/** An answer from the provider's own script. What blocks it, or keeps it waiting, ends in words and not in a wait. */
export async function answerRecaptcha({ siteKey, scriptUrl }: Site): Promise<string> {
  try {
    script ??= load(`${scriptUrl}?${new URLSearchParams({ render: siteKey })}`);
    const recaptcha = await script;
    return await inTime(recaptcha.execute(siteKey, { action: captchaAction }));
  } catch {
    throw ApiError.captchaUnreachable(new URL(scriptUrl).host);
  }
}

async function load(url: string): Promise<Recaptcha> {
  const element = document.createElement('script');
  const loaded = new Promise<Recaptcha>((resolve, reject) => {
    element.onload = () => {
      const recaptcha = window.grecaptcha;
      if (recaptcha) recaptcha.ready(() => resolve(recaptcha));
      else reject(new Error('The script left nothing behind.'));
    };
    element.onerror = reject;
  });
  element.src = url;
  document.head.append(element);
  try {
    return await inTime(loaded);
  } catch (error) {
    // The next attempt starts anew.
    element.remove();
    script = null;
    throw error;
  }
}

async function inTime<T>(work: PromiseLike<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
