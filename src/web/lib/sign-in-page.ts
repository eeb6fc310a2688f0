import * as z from 'zod/mini';
import { authContract } from '../../shared/contract/auth.ts';
import type { Output } from '../../shared/contract/endpoint.ts';
import { answerInPage } from './first-answers.ts';
import { throughOutage } from './outage.ts';
import { send } from './send.ts';

export type SignInPageFacts = Output<typeof authContract.signInPage>;

let request: Promise<SignInPageFacts> | null = null;

/** A prerendered page has them in a meta element, the page of a link among its first answers. */
export function factsInPage(): SignInPageFacts | null {
  const answer = answerInPage(authContract.signInPage, {});
  if (answer || typeof document === 'undefined') return answer ?? null;
  const facts = document.querySelector<HTMLMetaElement>('meta[name="sign-in-page"]')?.content;
  return facts === undefined ? null : z.decode(authContract.signInPage.response, JSON.parse(facts));
}

/** Whose portal this is and which captcha it uses. Fetched once, and again after a failure. */
export function signInPageFacts(): Promise<SignInPageFacts> {
  request ??= fetchFacts().catch((error: unknown) => {
    request = null;
    throw error;
  });
  return request;
}

const fetchFacts = async () =>
  factsInPage() ?? (await throughOutage(() => send(authContract.signInPage, {})));
