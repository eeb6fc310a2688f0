import { solveCaptcha } from '../testing/test-app.ts';
import { type Answer, at, createClient } from './client.ts';
import { fileAndInvites } from './file-and-invites.ts';
import { offerAcceptance } from './offer-acceptance.ts';
import { openOlderBook } from './older-book.ts';
import { portfolioAndProfile } from './portfolio-and-profile.ts';
import { reset, signIn } from './sign-in-and-reset.ts';
import type { Known, Step } from './step.ts';

export const steps: readonly Step[] = [
  ...signIn,
  ...fileAndInvites,
  ...offerAcceptance,
  ...portfolioAndProfile,
  ...reset,
];

export interface Replayed {
  step: Step;
  answer: Answer | null;
  outcome: 'kept' | 'replaced' | 'refused' | 'failed';
  /** The fields that the specification's client did not find. */
  missing: string[];
}

/** Makes every call of the older portal, in an order in which each can be answered. */
export async function replayCalls(): Promise<Replayed[]> {
  const { portal, book, close } = await openOlderBook();
  try {
    const known: Known = {
      ...book,
      call: createClient(portal.app.url),
      member: {},
      userId: '',
      syndicateId: '',
      captcha: () => solveCaptcha(portal.app),
    };
    const replayed: Replayed[] = [];
    for (const step of steps) {
      const answer = step.send ? await step.send(known) : null;
      replayed.push({ step, answer, ...judge(step, answer) });
      if (step.call.endsWith('/oauth/token')) rememberUser(known, answer?.body);
    }
    return replayed;
  } finally {
    await close();
  }
}

function rememberUser(known: Known, body: unknown): void {
  known.member = {
    authorization: `Bearer ${at(body, 'access_token')}`,
    'x-tenant': String(at(body, 'tenants.0.id')),
  };
  known.userId = String(at(body, 'id'));
  known.syndicateId = String(at(body, 'syndication_id'));
}

function judge(step: Step, answer: Answer | null): Pick<Replayed, 'outcome' | 'missing'> {
  const isGone = answer === null || answer.status === 404;
  if (isGone && !step.reads && !step.holds && !step.downloads)
    return { outcome: step.instead ? 'replaced' : 'refused', missing: [] };
  const missing = (step.reads ?? []).filter((path) => at(answer?.body, path) == null);
  if (step.downloads) {
    const name = answer?.headers.get('content-disposition') ?? '';
    if (!name.includes(step.downloads) || answer?.size === 0) missing.push(step.downloads);
  }
  return { outcome: answer?.status === 200 && missing.length === 0 ? 'kept' : 'failed', missing };
}
