import * as z from 'zod/mini';
import { id } from './codecs.ts';

/** What became of a call that takes a second person above the token's limit of a day. */
export const ASKED_STATES = ['done', 'waiting for approval'] as const;

export const askedFields = {
  state: ['state', z.enum(ASKED_STATES)],
  /** The request that somebody of the staff decides at the desk; null when it was done at once. */
  approvalId: ['approval_id', z.nullable(id)],
} as const;
