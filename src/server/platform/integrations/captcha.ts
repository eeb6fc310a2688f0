/** What a captcha's provider says of an answer. `unavailable`: it could not be asked. */
export type CaptchaVerdict = 'passed' | 'failed' | 'unavailable';

/** From where a page takes what is not the portal's own. */
export interface PageSources {
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
  pictures?: readonly string[];
}

export interface Captcha {
  /** The browser's part: work that we set, or the script of a provider. */
  readonly inPage: { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string; scriptUrl: string };
  readonly sources: PageSources;
  newChallenge(): Promise<unknown>;
  verify(answer: string, address: string): Promise<CaptchaVerdict>;
}
