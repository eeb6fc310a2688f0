import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

const FORMATS = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' } as const;

export type RowFormat = (typeof FORMATS)[keyof typeof FORMATS];

/** Bodies of these types are left as they come: whoever takes them reads them, and nobody else does. */
export function takeRowBodies(app: FastifyInstance): void {
  for (const type of Object.keys(FORMATS))
    app.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
}

export function readRows({ body, headers }: FastifyRequest): { rows: Readable; format: RowFormat } {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!(body instanceof Readable) || !isRowType(type)) throw new Refusal('not_rows');
  return { rows: body, format: FORMATS[type] };
}

const isRowType = (type: string): type is keyof typeof FORMATS => Object.hasOwn(FORMATS, type);
