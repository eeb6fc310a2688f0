import { latestWeekday } from '../../scripts/demo-data/time-span.ts';
import { calendarDate } from '../../src/shared/domain/calendar-date.ts';

/** The browser tests have their own database and port. */
export const DATABASE = process.env['E2E_DATABASE'] ?? 'portal_e2e';
const inNewYork = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
/** The last day in the demo's book: where pay dates come and go, so that some of what is posted on it is always on its way. */
export const AS_OF = process.env['E2E_AS_OF'] ?? latestWeekday(calendarDate(inNewYork));
export const port = Number(process.env['E2E_PORT'] ?? 3217);
export const origin = `http://localhost:${port}`;
export const HARBOR_CAPITAL = '6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b101';
/** The same portal configured for one funder. */
export const funderPort = port + 1000;
export const funderOrigin = `http://localhost:${funderPort}`;

/** The same portal with reCAPTCHA, and the stand-ins for its provider and for that of bank links. */
export const recaptchaPort = port + 2000;
export const recaptchaOrigin = `http://localhost:${recaptchaPort}`;
export const standInPort = port + 3000;
export const standInOrigin = `http://127.0.0.1:${standInPort}`;
/** Makes the widget of bank links. */
export const widgetScript = `${standInOrigin}/plaid/link-initialize.js`;

/** Each server has its own bucket. */
/** The names of a server's buckets, as its settings. */
export const bucketsOf = (ofPort: number) => ({
  S3_BUCKET: `portal-e2e-${ofPort}`,
  S3_UPLOAD_BUCKET: `portal-e2e-${ofPort}-uploads`,
});

/** The URL in that variable, with another database of the same server. */
export function databaseUrl(variable: 'DATABASE_URL' | 'DATABASE_OWNER_URL', database = DATABASE): string {
  const given = process.env[variable];
  if (!given) throw new Error(`${variable} is not set: run the browser tests with npm run e2e.`);
  const url = new URL(given);
  url.pathname = `/${database}`;
  return url.href;
}
