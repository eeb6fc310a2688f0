import type { APIRequestContext, Page } from '@playwright/test';
import { generate } from 'otplib';
import { authContract } from '../../src/shared/contract/auth.ts';
import { secondFactorContract } from '../../src/shared/contract/second-factor.ts';
import { HARBOR_CAPITAL } from './environment.ts';
import { callsOf, openAs, PASSWORD } from './portal.ts';
import { expect } from './test.ts';

/** Opens the dashboard and returns the headers of that session. */
export async function memberHeaders(page: Page, email: string): Promise<Record<string, string>> {
  const request = page.waitForRequest(callsOf(authContract.reportActivity));
  await openAs(page, email);
  const { authorization = '' } = await (await request).allHeaders();
  return { authorization, 'x-tenant': HARBOR_CAPITAL };
}

/** Signs in on the page and sets up an authenticator app in that session. */
export async function enrolTotp(page: Page, request: APIRequestContext, email: string) {
  const headers = await memberHeaders(page, email);
  const started = await request.post(secondFactorContract.startTotp.path, {
    headers,
    data: { password: PASSWORD },
  });
  const { secret } = (await started.json()) as { secret: string };
  // The code of the previous time step, because a code is valid once and the test needs the next one.
  const used = await generate({ secret, epoch: Math.floor(Date.now() / 1000) - 30 });
  const confirmed = await request.post(secondFactorContract.confirmTotp.path, {
    headers,
    data: { code: used },
  });
  expect(confirmed.ok()).toBe(true);
  const { recovery_codes: recoveryCodes } = (await confirmed.json()) as { recovery_codes: string[] };
  return { secret, recoveryCodes };
}
