import type { Page } from '@playwright/test';
import { openTenants } from '../../src/server/identity/open-tenants.ts';
import { hasSecondFactor } from '../../src/server/identity/second-factors.ts';
import { startSession } from '../../src/server/identity/sessions.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { claim, withClaims } from '../../src/server/platform/db/transactions.ts';
import { SESSION_COOKIE } from '../../src/server/platform/http/session-cookie.ts';
import { databaseUrl, origin } from './environment.ts';

const db = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 1 });

/** Creates a session without the sign-in page, which has tests of its own and takes longer. */
export async function signIn(page: Page, loginName: string): Promise<void> {
  const device = { userAgent: await page.evaluate(() => navigator.userAgent), address: '127.0.0.1' };
  const { refreshToken } = await withClaims(db, { loginName }, async (tx) => {
    const { id: userId } = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', loginName)
      .executeTakeFirstOrThrow();
    await claim(tx, { userId });
    return startSession(tx, {
      userId,
      tenants: await openTenants(tx),
      isRemembered: false,
      onlyTenantId: null,
      isSingleSignOn: false,
      ticketIssuer: null,
      site: { host: null, tenantId: null },
      device,
      ...((await hasSecondFactor(tx, userId)) && { secondFactor: 'totp' as const }),
    });
  });
  if (!refreshToken) throw new Error(`No session was opened for ${loginName}.`);
  await page.context().addCookies([
    {
      name: SESSION_COOKIE,
      value: refreshToken,
      // Chromium accepts a cookie with this prefix for a secure address only, and also sends it to localhost.
      url: origin.replace('http:', 'https:'),
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    },
  ]);
}
