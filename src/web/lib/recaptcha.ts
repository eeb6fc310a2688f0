// Imports nothing: the bundler would move any module that a lazy chunk shares with the start chunks into a chunk of its own.

/** The global that the provider's script defines. */
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
  action: string;
}

const PATIENCE_MS = 10_000;
let script: Promise<Recaptcha> | null = null;

/** A response token from the provider's script. Throws when the script is blocked or takes too long. */
export async function answerRecaptcha({ siteKey, scriptUrl, action }: Site): Promise<string> {
  script ??= load(`${scriptUrl}?${new URLSearchParams({ render: siteKey })}`);
  const recaptcha = await script;
  return inTime(recaptcha.execute(siteKey, { action }));
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
    // The next attempt loads the script again.
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
