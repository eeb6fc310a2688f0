import * as z from 'zod/mini';
import type { Endpoint, Output } from '../../shared/contract/endpoint.ts';
import { FIRST_ANSWERS_ID, type FirstAnswers, firstAnswers } from '../../shared/contract/first-answers.ts';
import { type CallInput, requestText } from '../../shared/contract/wire-request.ts';
import { ApiError } from './api-error.ts';

/** They are the answers of the moment at which the page was sent. Whatever is shown later asks for its own. */
const MOST_AGE_MS = 30_000;

let inPage = readPage();
let isBeingRendered = false;

/** Reads what the page arrived with and removes it from the page, where nothing should find it once somebody has signed out. */
function readPage(): FirstAnswers | null {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(FIRST_ANSWERS_ID);
  const text = element?.textContent ?? '';
  element?.remove();
  // Vite's own server does not fill the pages in.
  return text.startsWith('{') ? z.decode(firstAnswers, JSON.parse(text)) : null;
}

/** Called when a session ends or another one begins. */
export function dropFirstAnswers(): void {
  inPage = null;
}

/** Who was signed in when the page was sent. Returned once: from then on it is the session that counts. */
export function takeSessionInPage(): FirstAnswers['session'] {
  const session = inPage?.session ?? null;
  if (inPage) inPage = { ...inPage, session: null };
  return session;
}

/** The answer of a call that the page arrived with. */
export function answerInPage<E extends Endpoint>(endpoint: E, input: CallInput<E>): Output<E> | undefined {
  if (!inPage || isLate()) return undefined;
  const answer = inPage.answers[requestText(endpoint, input)];
  return answer === undefined ? undefined : (z.decode(endpoint.response, answer) as Output<E>);
}

/** Throws the refusal of a call that the page arrived with, once. */
export function throwRefusalInPage<E extends Endpoint>(endpoint: E, input: CallInput<E>): void {
  if (!inPage || isLate()) return;
  const text = requestText(endpoint, input);
  const { [text]: refusal, ...others } = inPage.refusals;
  if (!refusal) return;
  inPage = { ...inPage, refusals: others };
  throw new ApiError(refusal.code, refusal.status, refusal.message);
}

/** For a query: the data it begins with if the page arrived with it, so that it is shown at once and nobody is asked. */
export const beginningWith = <T>(read: () => T | undefined) => ({
  initialData: read,
  initialDataUpdatedAt: performance.timeOrigin,
});

/** Counted from when the app began: a slow phone may take longer than that to load it. */
const began = performance.now();
const isLate = (): boolean => !isBeingRendered && performance.now() - began > MOST_AGE_MS;

/** For a page that is rendered before it is sent: what is rendered meanwhile begins with these answers. */
export function withAnswers<T>(answers: FirstAnswers, render: () => T): T {
  inPage = answers;
  isBeingRendered = true;
  try {
    return render();
  } finally {
    inPage = null;
    isBeingRendered = false;
  }
}
