import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { readCorrected } from '../../shared/domain/change-notices.ts';
import { type Cents, toDecimalString } from '../../shared/domain/money.ts';
import { isReturnCode } from '../../shared/domain/return-codes.ts';
import type { ReturnSource } from '../../shared/domain/return-files.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Encryption, Place } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { individualIdOf } from './judge-return-file.ts';
import { type ParsedEntry, parseReturnFile } from './parse-return-file.ts';
import { correctedInWords } from './receive-notice.ts';
import type { WhichReturnFile } from './return-files.queries.ts';

export interface ReadFile {
  fileId: bigint;
  /** The same was read before. */
  isKnown: boolean;
}

/** What a bank says is right is sealed for its entry. */
export const correctedPlace = ({ tenantId, fileId }: WhichReturnFile, place: number): Place => [
  'return_file_entries',
  `${tenantId}/${fileId}/${place}`,
  'corrected_cipher',
];

/** Keeps what a bank's file says came back. Nothing of it counts, and nobody is told, before somebody enters it. */
export async function keepReturnFile(
  tx: Tx,
  tenantId: string,
  { name, text, encryption }: { name: string; text: string; encryption: Encryption },
  by: DeskUser,
): Promise<ReadFile> {
  const { bankName, madeAs, entries, total } = parseReturnFile(text);
  const kept = entries.map(({ corrected, ...entry }) => ({
    ...entry,
    corrected,
    correctedWords: corrected === null ? null : correctedInWords(readCorrected(entry.code, corrected)),
  }));
  const known = [
    madeAs,
    ...kept.map(({ corrected: _numbers, ...entry }) => Object.values(entry).map(String).join('|')),
  ];
  const file = { source: 'file', name, bankName, reason: null, total, fingerprint: hashOf(known) } as const;
  return insertFile(tx, tenantId, file, kept, { encryption, by });
}

interface TypedReturn {
  traceNumber: string;
  code: string;
  /** As the bank says it. */
  amount: Cents;
  reason: string;
}

/** Keeps a return that came on paper or by telephone, as a file of one entry. It counts once it is entered. */
export async function keepTypedReturn(
  tx: Tx,
  tenantId: string,
  { traceNumber, code, amount, reason }: TypedReturn,
  by: DeskUser,
): Promise<ReadFile> {
  if (!isReturnCode(code)) throw new Refusal('return_code_unknown');
  const { rows } = await sql<SentAs>`
    select item.amount_cents as amount, item.syndicate_id as "syndicateId", sender.company_id as "companyId",
      sender.odfi_routing as "routingNumber"
    from payout_run_items item
    join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id
    left join lateral (
      select named.company_id, named.odfi_routing from payout_originators named
      where named.tenant_id = run.tenant_id and named.approved_at <= run.made_at
      order by named.set_at desc, named.id desc limit 1
    ) sender on true
    where item.tenant_id = ${tenantId}::uuid and item.trace_number = ${traceNumber}
    order by run.made_at desc`.execute(tx);
  if (rows.length === 0) throw new Refusal('payout_unknown');
  const sent = rows.find((row) => row.amount === amount);
  if (!sent) throw new Refusal('payout_amount_differs');
  const entry = {
    ...{ place: 1, code, traceNumber, amount, entryClass: 'CCD', isDebit: false },
    companyId: sent.companyId ?? '',
    routingNumber: sent.routingNumber ?? '',
    individualId: individualIdOf(sent.syndicateId),
    ...{ corrected: null, correctedWords: null },
  };
  const name = `Return of trace ${traceNumber}`;
  const fingerprint = hashOf(['typed', traceNumber, code, String(amount), reason]);
  const file = { source: 'typed', name, bankName: '', reason, total: amount, fingerprint } as const;
  return insertFile(tx, tenantId, file, [entry], { encryption: null, by });
}

interface SentAs {
  amount: Cents;
  syndicateId: bigint;
  companyId: string | null;
  routingNumber: string | null;
}

const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

interface NewFile {
  source: ReturnSource;
  name: string;
  bankName: string;
  reason: string | null;
  total: Cents;
  fingerprint: string;
}

type KeptEntry = ParsedEntry & { correctedWords: string | null };

/** Of several who read the same file at once, one does; all get the same. */
async function insertFile(
  tx: Tx,
  tenantId: string,
  { total, ...file }: NewFile,
  entries: readonly KeptEntry[],
  { encryption, by }: { encryption: Encryption | null; by: DeskUser },
): Promise<ReadFile> {
  const inserted = await tx
    .insertInto('returnFiles')
    .values({ tenantId, ...file, totalCents: total, readBy: by.userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) {
    const { id } = await tx
      .selectFrom('returnFiles')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('fingerprint', '=', file.fingerprint)
      .where('state', '<>', 'discarded')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return { fileId: id, isKnown: true };
  }
  const fileId = inserted.id;
  const sealed = entries.map(({ place, corrected }) =>
    corrected === null || encryption === null
      ? null
      : encryption.seal(corrected, correctedPlace({ tenantId, fileId }, place)),
  );
  const column = <T>(value: (entry: KeptEntry) => T) => entries.map(value);
  await sql`
    insert into return_file_entries (tenant_id, file_id, place, code, company_id, routing_number, entry_class, is_debit,
      trace_number, individual_id, amount_cents, corrected_words, corrected_cipher, key_id)
    select ${tenantId}::uuid, ${fileId}, entry.*
    from unnest(${column(({ place }) => place)}::integer[], ${column(({ code }) => code)}::text[],
      ${column(({ companyId }) => companyId)}::text[], ${column(({ routingNumber }) => routingNumber)}::text[],
      ${column(({ entryClass }) => entryClass)}::text[], ${column(({ isDebit }) => isDebit)}::boolean[],
      ${column(({ traceNumber }) => traceNumber)}::text[], ${column(({ individualId }) => individualId)}::text[],
      ${column(({ amount }) => amount)}::bigint[], ${column(({ correctedWords }) => correctedWords)}::text[],
      ${sealed.map((one) => one?.cipher ?? null)}::bytea[], ${sealed.map((one) => one?.keyId ?? null)}::text[]) as entry`.execute(
    tx,
  );
  await recordAudit(tx, {
    actorId: by.userId,
    operator: by,
    action: 'return file read',
    subject: `return file ${fileId}`,
    details: {
      name: file.name,
      source: file.source,
      entries: entries.length,
      total: toDecimalString(total),
      ...(file.reason !== null && { reason: file.reason }),
    },
  });
  return { fileId, isKnown: false };
}
