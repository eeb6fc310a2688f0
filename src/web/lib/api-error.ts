import { type RefusalCode, refusals } from '../../shared/contract/errors.ts';
import { PasskeyError } from './passkey-error.ts';

/**
 * `unreachable`: no answer came at all. `captcha_unreachable`: none from the captcha's provider. Everything else is
 * the server's own code.
 */
export type ApiErrorCode = RefusalCode | 'unreachable' | 'captcha_unreachable';

const UNREACHABLE = 'The portal could not be reached. Check your connection and try again.';

export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** 0 when no answer came. */
  readonly status: number;
  /** After which the same request may be sent again, where the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiErrorCode, status: number, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  static unreachable(): ApiError {
    return new ApiError('unreachable', 0, UNREACHABLE);
  }

  static captchaUnreachable(host: string): ApiError {
    const message = `The check that you are a person did not load. Please let this page reach ${host}, or use another browser, and try again.`;
    return new ApiError('captcha_unreachable', 0, message);
  }

  static of(code: RefusalCode, status: number = refusals[code].status): ApiError {
    return new ApiError(code, status, refusals[code].message);
  }

  /** The same request may well succeed a moment later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

export const isApiError = (error: unknown, code: ApiErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** What happened and what to do about it, for where there is room to say both. */
export const adviceOn = (error: unknown): string =>
  error instanceof ApiError && error.code !== 'unexpected'
    ? error.message
    : 'Something went wrong on our side. Please try again in a moment.';

/** What to tell a person; anything that was not worded for one is ours to be vague about. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof PasskeyError ? error.message : refusals.unexpected.message;

/** The same for somebody who is signed in: the server's words about too many attempts are about signing in. */
export const messageWhenSignedIn = (error: unknown): string =>
  isApiError(error, 'too_many_attempts')
    ? 'Too many attempts. Please wait a few minutes and try again.'
    : messageOf(error);
