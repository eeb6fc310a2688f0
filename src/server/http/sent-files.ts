import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, FileInParts } from '../../shared/contract/endpoint.ts';
import { MAX_FILE_BYTES } from '../../shared/domain/offer-files.ts';
import { Refusal } from '../errors.ts';

/** A file that came as a part of a form. It lies on disk until the request is answered. */
export interface SentFile {
  path: string;
  size: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    sentFile: SentFile | undefined;
  }
}

/** Of one process. Each takes the room of a file on disk, and next to none in memory. */
const MOST_AT_ONCE = 8;
const LIMITS = { files: 1, fields: 10, parts: 11, fieldNameSize: 100, fieldSize: 1000, headerPairs: 20 };
/** What the fields and the lines between them may come to. */
const AROUND_FILE = 64 * 1024;

let underWay = 0;

export const sentFileOf = ({ sentFile }: FastifyRequest): SentFile | undefined => sentFile;

/** Lets the endpoints that say so take files; to any other endpoint such a request is not understood. */
export async function takeFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { ...LIMITS, fileSize: MAX_FILE_BYTES },
    throwFileSizeLimit: false,
  });
  app.decorateRequest('sentFile', undefined);
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart() && !request.routeOptions.config.endpoint?.takesFile)
      throw new Refusal('invalid_request');
  });
}

/** Takes the file to disk, and makes the body that the same file would be announced with. */
export async function receiveFile(
  { takesFile }: Pick<Endpoint, 'takesFile'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!takesFile) return;
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES + AROUND_FILE)
    throw new Refusal('file_too_large');
  if (underWay >= MOST_AT_ONCE) throw new Refusal('server_busy');
  underWay += 1;
  try {
    const folder = await mkdtemp(join(tmpdir(), 'portal-file-'));
    reply.raw.once('close', () => void rm(folder, { recursive: true, force: true }));
    const { path, ...file } = await readParts(request, takesFile.partName, join(folder, 'file'));
    request.sentFile = { path, size: file.size };
    request.body = takesFile.announce(file);
  } finally {
    underWay -= 1;
  }
}

/** Fields may come before the file and after it. */
async function readParts(
  request: FastifyRequest,
  partName: string,
  path: string,
): Promise<FileInParts & { path: string }> {
  const fields: Record<string, string> = {};
  let file: { name: string; size: number } | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else if (part.fieldname === partName) file = await save(part, path);
    else throw new Refusal('invalid_request');
  }
  if (!file) throw new Refusal('invalid_request');
  return { ...file, fields, path };
}

async function save({ file, filename }: MultipartFile, path: string) {
  await pipeline(file, createWriteStream(path, { mode: 0o600 }));
  if (file.truncated) throw new Refusal('file_too_large');
  return { name: filename ?? '', size: file.bytesRead };
}
