import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type * as z from 'zod/v4/core';
import type { Tx } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import { encoderOf } from './wire-encoder.ts';

/** Instead of an answer, from a handler whose answer has gone out as a stream. (A reply itself would be waited for.) */
export const STREAMED = Symbol('streamed');

export interface Download {
  fileName: string;
  /** A spreadsheet's unless it says otherwise. */
  contentType?: string;
  /** How many rows it holds and about how many bytes: for whoever shows how far it has come. */
  rowCount?: number;
  estimatedBytes?: number;
  open(): Readable;
}

/** What the browser downloads, with how far it has come. */
export type SpreadsheetDownload = Download & Required<Pick<Download, 'rowCount' | 'estimatedBytes'>>;

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sends a file while it is made, in the transaction that it is read from. */
export async function sendDownload(
  tx: Tx,
  reply: FastifyReply,
  download: Download,
): Promise<typeof STREAMED> {
  const { fileName, contentType = SPREADSHEET, rowCount, estimatedBytes, open } = download;
  reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`);
  if (rowCount !== undefined) reply.header('portal-rows', String(rowCount));
  if (estimatedBytes !== undefined) reply.header('portal-estimated-bytes', String(estimatedBytes));
  return sendStream(tx, reply, open);
}

export interface LongList<T> {
  /** The answer's schema, the answer without its items, and the schema of one of them. */
  schema: z.$ZodType;
  answer: unknown;
  itemSchema: z.$ZodType;
  batches: AsyncIterable<T[]>;
}

/** Sends an answer with a list too long to hold: `answer` has it empty, and the items are written into it as they come. */
export async function sendLongList<T>(
  tx: Tx,
  reply: FastifyReply,
  list: LongList<T>,
): Promise<typeof STREAMED> {
  reply.header('content-type', 'application/json; charset=utf-8');
  return sendStream(tx, reply, () => Readable.from(listJson(list), { objectMode: false }));
}

async function* listJson<T>({ schema, answer, itemSchema, batches }: LongList<T>): AsyncGenerator<string> {
  const [before = '', after = ''] = JSON.stringify(encoderOf(schema)(answer)).split('[]');
  const encodeItem = encoderOf(itemSchema);
  let separator = `${before}[`;
  for await (const items of batches) {
    let chunk = '';
    for (const item of items) {
      chunk += separator + JSON.stringify(encodeItem(item));
      separator = ',';
    }
    yield chunk;
  }
  yield separator === ',' ? `]${after}` : `${separator}]${after}`;
}

/** A reader who takes nothing for so long has gone, and holds a connection to the database. */
const PATIENCE_MS = 60_000;
/** Each holds a connection for as long as its reader takes; the others are for those who want an answer at once. */
const MOST_STREAMS = 4;
let openStreams = 0;

/** A reader who goes away ends the work: the source is destroyed, its cursor closed, its transaction over. */
async function sendStream(tx: Tx, reply: FastifyReply, open: () => Readable): Promise<typeof STREAMED> {
  if (openStreams >= MOST_STREAMS) throw new Refusal('server_busy');
  openStreams += 1;
  try {
    // The time that a statement may take is for one that somebody waits for; this one takes as long as its reader.
    await sql`set local statement_timeout = 0`.execute(tx);
    // A proxy that kept it until it is complete would hide how far it has come.
    reply.header('x-accel-buffering', 'no');
    const content = open();
    reply.raw.setTimeout(PATIENCE_MS, () => content.destroy(new Error('The reader takes nothing any more.')));
    reply.send(content);
    await finished(content);
  } finally {
    openStreams -= 1;
  }
  return STREAMED;
}
