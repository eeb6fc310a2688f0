import type pg from 'pg';
import { messageIdOf } from '../../src/server/platform/mail/message-id.ts';
import { ORIGIN } from '../../src/server/testing/test-app.ts';
import type { Book } from './book.ts';
import { asSuperuser } from './cluster.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

export interface Finding {
  kind: Acknowledged['kind'];
  acknowledged: number;
  /** Acknowledged, and not there. */
  lost: string[];
  /** There, and more than once in any of its parts. */
  doubled: string[];
  /** There, although nobody was told so. */
  unacknowledged: number;
}

/** How often each part of a command is in the book: its row, its audit event, its mails. Each part once is right. */
const COUNTED: Record<Acknowledged['kind'], string> = {
  acceptance: `
    select id::text as key, version = 2 and status = 'Offer Accepted' as is_there, array[
      (select count(*) from audit_events where tenant_id = offer.tenant_id and action = 'offer accepted' and subject = 'offer ' || offer.id),
      (select count(*) from deal_notes where tenant_id = offer.tenant_id and deal_id = offer.deal_id and kind = 'Offer'),
      (select count(*) from deal_status_changes where tenant_id = offer.tenant_id and deal_id = offer.deal_id and status = 'Contract Request'),
      (select count(*) from offer_mails where tenant_id = offer.tenant_id and offer_id = offer.id and reader = 'desk'),
      (select count(*) from offer_mails where tenant_id = offer.tenant_id and offer_id = offer.id and reader = 'broker')
    ]::integer[] as parts
    from offers offer where tenant_id = $1 and ($2::integer is not null) and status <> 'Offer Made'`,
  'pre-funding': `
    select invite_id::text as key, share_percent = 5 as is_there, array[
      (select count(*) from accounting_mails where tenant_id = acceptance.tenant_id and accepted_invite_id = acceptance.invite_id),
      count(*) over (partition by invite_id)
    ]::integer[] as parts
    from pre_funding_acceptances acceptance where tenant_id = $1 and ($2::integer is not null)`,
  payment: `
    select reference as key, status = 'cleared' as is_there, array[
      count(*) over (partition by reference),
      (select case count(*) when $2::integer then 1 else count(*) end from payout_lines
        where tenant_id = payment.tenant_id and payment_id = payment.id)
    ]::integer[] as parts
    from payments payment where tenant_id = $1`,
};

const keyOf = (command: Acknowledged): string =>
  command.kind === 'acceptance'
    ? String(command.offerId)
    : command.kind === 'pre-funding'
      ? String(command.inviteId)
      : command.reference;

/** Compares the book with what was acknowledged. */
export const compare = (url: string, book: Book, ledger: Ledger): Promise<Finding[]> =>
  asSuperuser(url, async (client) => {
    const findings: Finding[] = [];
    for (const kind of ['acceptance', 'pre-funding', 'payment'] as const)
      findings.push(await compareKind(client, kind, book, ledger));
    return findings;
  });

async function compareKind(
  client: pg.Client,
  kind: Acknowledged['kind'],
  { tenantId, sharesOfDeal }: Book,
  { acknowledged }: Ledger,
): Promise<Finding> {
  const { rows } = await client.query<{ key: string; is_there: boolean; parts: number[] }>(COUNTED[kind], [
    tenantId,
    sharesOfDeal,
  ]);
  const found = new Map(rows.map((row) => [row.key, row]));
  const told = new Set(acknowledged.filter((command) => command.kind === kind).map(keyOf));
  const isWhole = (key: string) => {
    const row = found.get(key);
    return row?.is_there === true && row.parts.every((count) => count >= 1);
  };
  return {
    kind,
    acknowledged: told.size,
    lost: [...told].filter((key) => !isWhole(key)),
    doubled: rows.filter(({ parts }) => parts.some((count) => count > 1)).map(({ key }) => key),
    unacknowledged: rows.filter(({ key }) => !told.has(key)).length,
  };
}

/** The Message-ID of every mail that the acknowledged commands cause. */
export const mailsOf = (command: Acknowledged, tenantId: string): string[] =>
  command.kind === 'acceptance'
    ? ['broker', 'desk'].map((reader) =>
        messageIdOf(ORIGIN, 'acceptance', [tenantId, command.offerId, reader]),
      )
    : command.kind === 'pre-funding'
      ? [messageIdOf(ORIGIN, 'pre-funding', [tenantId, command.inviteId])]
      : [];
