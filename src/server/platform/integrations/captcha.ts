/** The provider's verdict on an answer. `unavailable` means that the provider could not be asked. */
export type CaptchaVerdict = 'passed' | 'failed' | 'unavailable';

/** The outside sources that a page may load from. */
export interface PageSources {
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
  pictures?: readonly string[];
}

export interface Captcha {
  /** The browser's part: a task from our server, or a provider's script. */
  readonly inPage: { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string; scriptUrl: string };
  readonly sources: PageSources;
  /** The load is how many sign-ins wait: the task costs more then. */
  newChallenge(load: number): Promise<unknown>;
  verify(answer: string, address: string): Promise<CaptchaVerdict>;
}
