import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { Endpoint, Output } from '../../src/shared/contract/endpoint.ts';
import { profileContract } from '../../src/shared/contract/profile.ts';
import { callsOf } from './portal.ts';
import { withoutFirstAnswers } from './without-first-answers.ts';

/** Lets the server answer and changes the response. */
export async function alterAnswers<E extends Endpoint>(
  page: Page,
  endpoint: E,
  alter: (answer: Output<E>) => Output<E>,
): Promise<void> {
  await withoutFirstAnswers(page);
  await page.route(callsOf(endpoint), async (route) => {
    try {
      const answer = await route.fetch();
      const decoded = z.decode(endpoint.response, await answer.json()) as Output<E>;
      await route.fulfill({ response: answer, json: z.encode(endpoint.response, alter(decoded)) });
    } catch (error) {
      if (!wasLeft(error)) throw error;
    }
  });
}

/** The page has navigated away in the meantime, so nothing waits for the response. */
const wasLeft = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Response has been disposed');

type Flags = Partial<Record<'showsSimpleView' | 'showsDetailedView' | 'showsDealsTab', boolean>>;

/** As if the funder had configured the syndicate this way. */
export const withFlags = (page: Page, flags: Flags): Promise<void> =>
  alterAnswers(page, profileContract.portalUserProfile, ([user]) =>
    listOf({ ...user, syndicate: { ...user.syndicate, ...flags } }),
  );

/** The older system's responses are lists with one element. */
export const listOf = <T>(item: T): [T] => [item];
