import * as z from 'zod/mini';
import { FILE_REFUSALS, FILE_STATES, type FileRefusal } from '../domain/offer-files.ts';
import { THREAD_KINDS } from '../domain/request-cases.ts';
import { wireObject } from './codecs.ts';
import { percent } from './value-codecs.ts';

const fileId = z.uuid();

/** A file that came with what was written. Only clean ones ever do. */
const attachedFile = wireObject({
  id: ['file_id', fileId],
  name: ['file_name', z.string()],
  size: ['file_size', z.int()],
});

/** A file that is being sent along. */
export const caseFile = wireObject({
  id: ['file_id', fileId],
  name: ['file_name', z.string()],
  size: ['file_size', z.int()],
  state: ['state', z.enum(FILE_STATES)],
  refusal: ['refusal', z.nullable(z.enum(Object.keys(FILE_REFUSALS) as [FileRefusal, ...FileRefusal[]]))],
});

export const announcedFile = wireObject({
  name: ['file_name', z.string().check(z.trim(), z.minLength(1), z.maxLength(200))],
  size: ['file_size', z.int().check(z.minimum(1))],
});

/** Where the bytes of an announced file go: one PUT with exactly these headers and that many bytes. */
export const fileToUpload = wireObject({
  id: ['file_id', fileId],
  url: ['url', z.url()],
  headers: ['headers', z.record(z.string(), z.string())],
});

export const ofFile = ['file_id', fileId] as const;

/** One thing that was written or done about an invite. */
export const threadEntry = wireObject({
  key: ['entry', z.string()],
  kind: ['kind', z.enum(THREAD_KINDS)],
  at: ['at', z.iso.datetime()],
  /** Null where nobody is named, and for people whose name was removed. */
  authorName: ['author', z.nullable(z.string())],
  isByFunder: ['by_funder', z.boolean()],
  messageHtml: ['message', z.nullable(z.string())],
  /** The share that was taken. */
  sharePercent: ['share_percent', z.nullable(percent)],
  /** Whose the case is from then on. Investors are not told. */
  ownerName: ['owner', z.nullable(z.string())],
  files: ['files', z.array(attachedFile)],
});
