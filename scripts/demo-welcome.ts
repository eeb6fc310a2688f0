// Waits for the demo's portal, then prints what can be tried in it: node scripts/demo-welcome.ts
// Reads DATABASE_URL, ENCRYPTION_KEY, PUBLIC_ORIGIN, PORT and MAILDEV_URL.
import { setTimeout } from 'node:timers/promises';
import { issueLink } from '../src/server/features/links/issue-link.ts';
import { originWithHost } from '../src/server/hosts/site.ts';
import { commandLineOperator, requireTenant } from '../src/server/operator/command.ts';
import { createEncryption } from '../src/server/platform/crypto/encryption.ts';
import { openDatabase, type Tx } from '../src/server/platform/db/database.ts';
import { withTenant } from '../src/server/platform/db/transactions.ts';
import { readDatabaseUrl, readEncryptionKeys } from '../src/server/platform/settings/env.ts';
import type { LinkRequest } from '../src/shared/contract/operator-links.ts';
import { ALLOWED_FAILURES, LOCK_SECONDS } from '../src/shared/domain/sign-in-lock.ts';
import { KEYSTONE_HOST } from './demo-data/funders/funders.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo-data/funders/people.ts';
import { requestsOf } from './demo-data/link-requests.ts';

const FUNDER = 'harbor';
const { PORT, PUBLIC_ORIGIN: origin = `http://localhost:${PORT}`, MAILDEV_URL } = process.env;

/** What each link is for, by the operator's word for its kind. */
const JOBS: Readonly<Record<LinkRequest['kind'], string>> = {
  offer: 'A broker accepts an offer',
  prefunding: 'Dana takes part in a deal before it is funded',
  reply: 'Dana asks accounting for another part in a deal',
  bank: 'A merchant connects a bank',
  ticket: 'Dana is let in without a password, once, within 15 minutes',
};

/** Each link is also mailed, as in production. */
async function issueLinks(): Promise<string[]> {
  const deps = { publicOrigin: origin, encryption: createEncryption(readEncryptionKeys()) };
  const db = openDatabase(readDatabaseUrl(), { maxConnections: 2 });
  try {
    const { id: tenantId } = await requireTenant(db, FUNDER);
    const issue = async (tx: Tx, request: LinkRequest) => {
      const { address } = await issueLink(tx, deps, { tenantId, operator: commandLineOperator() }, request);
      return `  ${JOBS[request.kind]}\n    ${address}`;
    };
    return await withTenant(db, tenantId, async (tx) => {
      const lines: string[] = [];
      for (const request of await requestsOf(tx, tenantId)) lines.push(await issue(tx, request));
      return lines;
    });
  } finally {
    await db.destroy();
  }
}

async function untilItAnswers(): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await setTimeout(200);
  }
}

const links = await issueLinks();
await untilItAnswers();
console.log(`
  The portal is at  ${origin}
  and, for the people of Keystone Funding alone, at  ${originWithHost(origin, KEYSTONE_HOST)}
  Everybody’s password is  ${DEMO_PASSWORD}

${DEMO_PEOPLE.map(({ email, purpose }) => `  ${email.padEnd(26)} ${purpose}`).join('\n')}

  Staff and the guest need a second factor: npm run demo code prints the present code, which works once.

${links.join('\n')}

  Mail that the portal sends    ${MAILDEV_URL ?? 'goes to SMTP_URL'}
  The operator’s commands       scripts/portal help
  The calls of the pages        ${origin}/api/docs
  The operator’s calls          ${origin}/api/operator/docs

  After more than ${ALLOWED_FAILURES} wrong passwords an account waits ${LOCK_SECONDS / 60} minutes: scripts/portal user unlock <e-mail> --tenant ${FUNDER}
  Ctrl-C ends the portal, scripts/services down the services. With rm -r .services after that, the next demo begins anew.
`);
