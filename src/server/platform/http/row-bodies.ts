import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { ROW_FORMATS, type RowFormat, rowFormats } from '../records/row-formats.ts';

/** Bodies of these types stay streams: the endpoint that takes rows reads them as they come. */
export function takeRowBodies(app: FastifyInstance): void {
  for (const type of Object.values(ROW_FORMATS))
    app.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
}

export function readRows({ body, headers }: FastifyRequest): { rows: Readable; format: RowFormat } {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const format = rowFormats.find((candidate) => ROW_FORMATS[candidate] === type);
  if (!(body instanceof Readable) || !format) throw new Refusal('not_rows');
  return { rows: body, format };
}
