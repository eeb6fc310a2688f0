import { parseArgs } from 'node:util';
import { recordAudit } from '../db/audit.ts';
import type { Tx } from '../db/database.ts';
import { withTenant } from '../db/transactions.ts';
import { issueCapability } from '../identity/capabilities.ts';
import { type Command, print, requireTenant, UsageError, withDatabase } from './command.ts';

const DEFAULT_DAYS = 14;
const MAX_DAYS = 60;
const DAY_SECONDS = 24 * 60 * 60;

/** Prints the address of the page on which a broker accepts an offer. It is shown this once: only its hash is kept. */
export const linkCommand: Command = {
  usage: 'link offer --tenant <name> --offer <id> [--days <number>]',
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: { type: 'string' }, offer: { type: 'string' }, days: { type: 'string' } },
    });
    if (positionals.join() !== 'offer') throw new UsageError('link takes the word offer.');
    const offerId = requireNumber('--offer', values.offer);
    const days = requireNumber('--days', values.days ?? String(DEFAULT_DAYS));
    if (days < 1n || days > MAX_DAYS) throw new UsageError(`--days takes a number from 1 to ${MAX_DAYS}.`);
    const publicOrigin = process.env['PUBLIC_ORIGIN'];
    if (!publicOrigin) throw new UsageError('PUBLIC_ORIGIN is not set.');
    const token = await withDatabase(async (db) => {
      const { id } = await requireTenant(db, values.tenant);
      return withTenant(db, id, (tx) => issueOfferLink(tx, id, offerId, Number(days) * DAY_SECONDS));
    });
    print(`${new URL(publicOrigin).origin}/offer/${offerId}/${token}`);
  },
};

function requireNumber(option: string, text: string | undefined): bigint {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new UsageError(`${option} takes a number.`);
  return BigInt(text);
}

async function issueOfferLink(tx: Tx, tenantId: string, offerId: bigint, seconds: number): Promise<string> {
  const offer = await tx
    .selectFrom('offers as offer')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .select(['offer.status', 'deal.brokerId'])
    .where('offer.tenantId', '=', tenantId)
    .where('offer.id', '=', offerId)
    .executeTakeFirst();
  if (!offer) throw new UsageError(`The tenant has no offer ${offerId}.`);
  if (offer.status !== 'Offer Made') throw new UsageError(`Offer ${offerId} is not open: ${offer.status}.`);
  if (offer.brokerId === null) throw new UsageError(`The deal of offer ${offerId} has no broker.`);
  const token = await issueCapability(tx, tenantId, {
    kind: 'offer',
    subjectId: offerId,
    seconds,
    issuedBy: null,
  });
  await recordAudit(tx, { actorId: null, action: 'offer link issued', subject: `offer ${offerId}` });
  return token;
}
