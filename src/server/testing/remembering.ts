import { postJson, solveCaptcha, type TestApp } from './test-app.ts';

/** All cookies that the response sets, in the form in which a browser sends them. */
export const jarOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

export async function enterAndBeRemembered(
  app: TestApp,
  username: string,
  password: string,
): Promise<Response> {
  const recaptcha = await solveCaptcha(app);
  const body = { grant_type: 'password', username, password, recaptcha, remember_me: true };
  return app.fetch('/api/non-tenant/oauth/token', postJson(body));
}

export async function askWhoIsRemembered(app: TestApp, cookie: string) {
  const response = await app.fetch('/api/session_user/current', { headers: { cookie } });
  return (await response.json()) as { email: string | null; retry_after: number };
}
