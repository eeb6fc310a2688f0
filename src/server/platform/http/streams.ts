import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type * as z from 'zod/v4/core';
import type { Tx } from '../db/database.ts';
import { createPlaces } from '../places.ts';
import { readerOf, watchReader } from './stream-readers.ts';
import { encoderOf } from './wire-encoder.ts';

/** What a handler returns when it has streamed its answer itself. Returning the reply would make Fastify wait for it. */
export const STREAMED = Symbol('streamed');

export interface Download {
  fileName: string;
  /** The content type; a spreadsheet's unless given. */
  contentType?: string;
  /** The number of rows and the estimated bytes, so that the browser can show progress. */
  rowCount?: number;
  estimatedBytes?: number;
  open(): Readable;
}

/** A download whose progress the browser can show. */
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

/** A client that reads nothing for this long is gone, yet it still holds a database connection. */
const PATIENCE_MS = 60_000;
/** Each stream holds a database connection until its client has read it; the rest of the pool is for quick requests. */
const takePlace = createPlaces({ inAll: 4, refusal: 'too_many_downloads', retryAfterSeconds: 10 });
const MOST_OF_ONE_READER = 2;
/** One less than all, so that one tenant's slow readers leave a place for the others. */
const MOST_OF_ONE_TENANT = 3;

/** A client that disconnects ends the work: the source is destroyed, its cursor closed and its transaction ended. */
async function sendStream(tx: Tx, reply: FastifyReply, open: () => Readable): Promise<typeof STREAMED> {
  const reader = readerOf(reply.request);
  const leave = takePlace(
    { name: reader.name, most: MOST_OF_ONE_READER },
    { name: `tenant ${reader.tenantId}`, most: MOST_OF_ONE_TENANT },
  );
  try {
    // The role's limit is for quick answers. The first rows of this one may take long; how long the client takes does not count.
    await sql`set local statement_timeout = '10min'`.execute(tx);
    // A proxy that buffers the whole answer would hide its progress.
    reply.header('x-accel-buffering', 'no');
    const content = open();
    reply.raw.setTimeout(PATIENCE_MS, () => content.destroy(new Error('The reader takes nothing any more.')));
    const stopWatching = watchReader(reply, reader, (why) => {
      content.destroy(new Error(why));
      // What is already on its way to a reader who takes nothing would keep the connection open.
      reply.raw.destroy();
    });
    reply.send(content);
    await finished(content).finally(stopWatching);
  } finally {
    leave();
  }
  return STREAMED;
}
