import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, FileInParts } from '../../../shared/contract/endpoint.ts';
import { MAX_FILE_BYTES } from '../../../shared/domain/offer-files.ts';
import { Refusal } from '../errors.ts';
import { createPlaces } from '../places.ts';
import { makeTemporaryFolder, removeOldFolders } from './temporary-folders.ts';

/** A file sent in a multipart form. It stays on disk until the request is answered. */
export interface SentFile {
  path: string;
  size: number;
}

/** Held from before the first byte is read until the request has ended. */
interface Place {
  leave(): void;
  folder?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    sentFile: SentFile | undefined;
    placeOfFile: Place | undefined;
  }
}

/** The limit of one process. Each upload takes a file's space on disk and almost no memory. */
const takePlace = createPlaces({ inAll: 8, refusal: 'server_busy', retryAfterSeconds: 5 });
/** The limit of one link, so that a slow sender does not block the others. */
const MOST_OF_ONE_SENDER = 2;
const LIMITS = { files: 1, fields: 10, parts: 11, fieldNameSize: 100, fieldSize: 1000, headerPairs: 20 };
/** The most bytes that the form's fields and boundaries may take. */
const AROUND_FILE = 64 * 1024;

export const sentFileOf = ({ sentFile }: FastifyRequest): SentFile | undefined => sentFile;

/** Accepts multipart forms at the endpoints that declare it; any other endpoint refuses them. */
export async function takeFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { ...LIMITS, fileSize: MAX_FILE_BYTES },
    throwFileSizeLimit: false,
  });
  app.decorateRequest('sentFile', undefined);
  app.decorateRequest('placeOfFile', undefined);
  // Runs once for every request when it has ended: answered, refused, or aborted by its sender.
  app.addHook('onSend', leavePlace);
  app.addHook('onReady', () =>
    removeOldFolders().catch((err: unknown) => app.log.error({ err }, 'old folders stay on disk')),
  );
  app.addHook('preValidation', async (request) => {
    const { takesFile, takesForm } = request.routeOptions.config.endpoint ?? {};
    if (request.isMultipart() && !takesFile && !takesForm) throw new Refusal('invalid_request');
  });
}

/** Saves the file to disk and builds the same body that a client without multipart would send. */
export async function receiveFile(
  { takesFile }: Pick<Endpoint, 'takesFile'>,
  request: FastifyRequest,
  reply: FastifyReply,
  sender: string,
): Promise<void> {
  if (!takesFile) return;
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES + AROUND_FILE)
    throw new Refusal('file_too_large');
  const place: Place = { leave: takePlace({ name: sender, most: MOST_OF_ONE_SENDER }) };
  request.placeOfFile = place;
  place.folder = await makeTemporaryFolder('portal-file-');
  if (request.raw.destroyed) throw new Refusal('invalid_request');
  const reading = readParts(request, takesFile.partName, join(place.folder, 'file'));
  const { path, ...file } = await Promise.race([reading, untilGone(reply)]);
  request.sentFile = { path, size: file.size };
  request.body = takesFile.announce(file);
}

async function leavePlace(request: FastifyRequest): Promise<void> {
  const place = request.placeOfFile;
  if (!place) return;
  request.placeOfFile = undefined;
  try {
    // When a form is cut off, its file may be opened while its folder is being removed.
    if (place.folder) await rm(place.folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (err) {
    request.log.error({ err }, 'what was sent stays on disk');
  } finally {
    place.leave();
  }
}

/** Rejects when the client has disconnected: the parts of a form that was cut off may never end. */
const untilGone = ({ raw }: FastifyReply) =>
  new Promise<never>((_resolve, reject) => {
    raw.once('close', () => reject(new Refusal('invalid_request')));
  });

/** Reads all parts, because fields may come before the file and after it. */
async function readParts(
  request: FastifyRequest,
  partName: string,
  path: string,
): Promise<FileInParts & { path: string }> {
  const fields: Record<string, string> = {};
  let file: { name: string; size: number } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (part.fieldname === partName) file = await save(part, path);
      else throw new Refusal('invalid_request');
    }
  } catch (error) {
    // An invalid form is the sender's fault; a failing disk is ours.
    throw error instanceof Refusal || isOfSystem(error) ? error : new Refusal('invalid_request');
  }
  if (!file) throw new Refusal('invalid_request');
  return { ...file, fields, path };
}

async function save({ file, filename }: MultipartFile, path: string) {
  await pipeline(file, createWriteStream(path, { mode: 0o600 }));
  if (file.truncated) throw new Refusal('file_too_large');
  return { name: filename ?? '', size: file.bytesRead };
}

const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
