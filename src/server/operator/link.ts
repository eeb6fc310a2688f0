import { parseArgs } from 'node:util';
import { recordAudit } from '../db/audit.ts';
import type { Tx } from '../db/database.ts';
import { issueCapability } from '../identity/capabilities.ts';
import { type Command, inTenant, print, requireNumber, UsageError } from './command.ts';

const DEFAULT_DAYS = 14;
const MAX_DAYS = 60;
const DAY_SECONDS = 24 * 60 * 60;

interface Asked {
  tenantId: string;
  subjectId: bigint;
  seconds: number;
}

interface LinkedPage {
  /** The option that names what the page is about. */
  subject: 'offer' | 'company' | 'invite';
  /** Gives the page's path and query. */
  issue(tx: Tx, asked: Asked): Promise<string>;
}

const PAGES: Readonly<Record<string, LinkedPage>> = {
  offer: { subject: 'offer', issue: issueOfferLink },
  bank: { subject: 'company', issue: issueBankLink },
  prefunding: { subject: 'invite', issue: (tx, asked) => addressOfInvite(tx, asked, 'prefunding') },
  reply: { subject: 'invite', issue: (tx, asked) => addressOfInvite(tx, asked, 'accounting_reply') },
};

/**
 * Prints the address of a page: the one on which a broker accepts an offer, a merchant connects a bank, or an investor answers
 * an invite. The first two are shown this once, because only their hash is kept; the others lead nowhere without signing in.
 */
export const linkCommand: Command = {
  usage:
    'link offer|bank|prefunding|reply --tenant <name> --offer|--company|--invite <id> [--days <number>, of an offer or a bank]',
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        offer: { type: 'string' },
        company: { type: 'string' },
        invite: { type: 'string' },
        days: { type: 'string' },
      },
    });
    const page = PAGES[positionals.join()];
    if (!page) throw new UsageError(`link takes one of the words ${Object.keys(PAGES).join(', ')}.`);
    const subjectId = requireNumber(`--${page.subject}`, values[page.subject]);
    const days = requireNumber('--days', values.days ?? String(DEFAULT_DAYS), { from: 1, to: MAX_DAYS });
    const publicOrigin = process.env['PUBLIC_ORIGIN'];
    if (!publicOrigin) throw new UsageError('PUBLIC_ORIGIN is not set.');
    const seconds = Number(days) * DAY_SECONDS;
    const path = await inTenant(values.tenant, (tx, tenantId) =>
      page.issue(tx, { tenantId, subjectId, seconds }),
    );
    print(`${new URL(publicOrigin).origin}${path}`);
  },
};

async function issueOfferLink(tx: Tx, { tenantId, subjectId, seconds }: Asked): Promise<string> {
  const offer = await tx
    .selectFrom('offers as offer')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .select(['offer.status', 'deal.brokerId'])
    .where('offer.tenantId', '=', tenantId)
    .where('offer.id', '=', subjectId)
    .executeTakeFirst();
  if (!offer) throw new UsageError(`The tenant has no offer ${subjectId}.`);
  if (offer.status !== 'Offer Made') throw new UsageError(`Offer ${subjectId} is not open: ${offer.status}.`);
  if (offer.brokerId === null) throw new UsageError(`The deal of offer ${subjectId} has no broker.`);
  const token = await issueCapability(tx, tenantId, { kind: 'offer', subjectId, seconds, issuedBy: null });
  await recordAudit(tx, { actorId: null, action: 'offer link issued', subject: `offer ${subjectId}` });
  return `/offer/${subjectId}/${token}`;
}

async function issueBankLink(tx: Tx, { tenantId, subjectId, seconds }: Asked): Promise<string> {
  const company = await tx
    .selectFrom('companies')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', subjectId)
    .executeTakeFirst();
  if (!company) throw new UsageError(`The tenant has no company ${subjectId}.`);
  const token = await issueCapability(tx, tenantId, {
    kind: 'bank link',
    subjectId,
    seconds,
    issuedBy: null,
  });
  await recordAudit(tx, { actorId: null, action: 'bank link issued', subject: `company ${subjectId}` });
  return `/plaid?id=${token}`;
}

async function addressOfInvite(tx: Tx, { tenantId, subjectId }: Asked, page: string): Promise<string> {
  const invite = await tx
    .selectFrom('participationInvites')
    .select('publicId')
    .where('tenantId', '=', tenantId)
    .where('id', '=', subjectId)
    .executeTakeFirst();
  if (!invite) throw new UsageError(`The tenant has no invite ${subjectId}.`);
  return `/${page}/${encodeURIComponent(invite.publicId)}`;
}
