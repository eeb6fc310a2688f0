/** What a captcha's provider says of an answer. `unavailable`: it could not be asked. */
export type CaptchaVerdict = 'passed' | 'failed' | 'unavailable';

export interface Captcha {
  readonly provider: 'altcha' | 'recaptcha';
  /** For the browser's part of a provider that needs one. */
  readonly siteKey: string | null;
  newChallenge(): Promise<unknown>;
  verify(answer: string, address: string): Promise<CaptchaVerdict>;
}
