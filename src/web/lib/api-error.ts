import type { RefusalCode } from '../../shared/contract/errors.ts';
import { type PageRefusalCode, pageRefusals } from '../../shared/contract/page-refusals.ts';
import type { SecondFactorMethod } from '../../shared/contract/sign-in-grants.ts';
import { PasskeyError } from './passkey-error.ts';

/**
 * `unreachable`: the server did not answer. `captcha_unreachable`: the captcha's provider did not. Everything else is a code of
 * the server's.
 */
export type ApiErrorCode = RefusalCode | 'unreachable' | 'captcha_unreachable';

interface Details {
  retryAfterSeconds?: number | undefined;
  methods?: readonly SecondFactorMethod[] | undefined;
}

const UNREACHABLE = 'The portal could not be reached. Check your connection and try again.';
const NOT_ANSWERING = 'The portal is not answering at the moment. Please try again in a few minutes.';

/** The answers of a proxy in front of a server that is not there. */
const GATEWAY_STATUSES = [502, 504];
/** With these the server itself says what it lacks: it answers, and has words of its own for it. */
const BUSY_CODES: readonly ApiErrorCode[] = ['server_busy', 'bank_unavailable'];

export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** 0 when there was no response. */
  readonly status: number;
  /** After how many seconds the request may be repeated, where the server says so. */
  readonly retryAfterSeconds: number | undefined;
  /** With `second_factor_needed`: the second factors with which the user can confirm. */
  readonly methods: readonly SecondFactorMethod[];

  constructor(
    code: ApiErrorCode,
    status: number,
    message: string,
    { retryAfterSeconds, methods = [] }: Details = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.methods = methods;
  }

  static unreachable(): ApiError {
    return new ApiError('unreachable', 0, UNREACHABLE);
  }

  /** For an answer that is not the portal's own: a proxy's, while nothing behind it answers. */
  static notAnswering(status: number, retryAfterSeconds?: number): ApiError {
    return new ApiError('unreachable', status, NOT_ANSWERING, { retryAfterSeconds });
  }

  /** The server may or may not have done what was sent. The words say what is known and how to find out. */
  static unanswered({ status }: ApiError, message: string): ApiError {
    return new ApiError('unreachable', status, message);
  }

  static factorNotShown(): ApiError {
    const message = 'This was not done, because it needs your second factor. You can try again.';
    return new ApiError('second_factor_needed', 403, message);
  }

  static captchaUnreachable(host: string): ApiError {
    const message = `The check that you are a person did not load. Please let this page reach ${host}, or use another browser, and try again.`;
    return new ApiError('captcha_unreachable', 0, message);
  }

  static of(code: PageRefusalCode, status: number = pageRefusals[code].status): ApiError {
    return new ApiError(code, status, pageRefusals[code].message);
  }

  /** Whether nobody answered, so that nothing is known about the request. The same one may be answered a little later. */
  get isOutage(): boolean {
    if (this.code === 'unreachable' || GATEWAY_STATUSES.includes(this.status)) return true;
    return this.status === 503 && !BUSY_CODES.includes(this.code);
  }

  /** Whether the same request may succeed a moment later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

export const isOutage = (error: unknown): error is ApiError => error instanceof ApiError && error.isOutage;

/** Whether a query is worth another try. In an outage the call itself has been tried again, for longer. */
export const isTemporaryFailure = (error: unknown): boolean =>
  error instanceof ApiError && error.isTemporary && !error.isOutage;

export const isApiError = (error: unknown, code: ApiErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** What happened and what to do about it, for places with room for both. */
export const adviceFor = (error: unknown): string =>
  error instanceof ApiError && error.code !== 'unexpected'
    ? error.message
    : 'Something went wrong on our side. Please try again in a moment.';

/** The message to show. An error that was not worded for users gets a general one. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof PasskeyError
    ? error.message
    : pageRefusals.unexpected.message;

/** The same for somebody who is signed in: the server's words about too many attempts are about signing in. */
export const messageWhenSignedIn = (error: unknown): string =>
  isApiError(error, 'too_many_attempts')
    ? 'Too many attempts. Please wait a few minutes and try again.'
    : messageOf(error);
