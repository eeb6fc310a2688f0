import * as z from 'zod/mini';
import { MAX_FILES_PER_MESSAGE } from '../domain/message-files.ts';

/** The clean files that go with what is written. */
export const sentFileIds = [
  'file_ids',
  z.optional(z.array(z.uuid()).check(z.maxLength(MAX_FILES_PER_MESSAGE))),
] as const;
