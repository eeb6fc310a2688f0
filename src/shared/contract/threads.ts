import * as z from 'zod/mini';
import { THREAD_KINDS } from '../domain/request-cases.ts';
import { wireObject } from './codecs.ts';
import { percent } from './value-codecs.ts';

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
});
