import * as z from 'zod/mini';
import { wireObject } from './codecs.ts';
import type { RefusalCode } from './errors.ts';
import { secondFactorMethod } from './sign-in-grants.ts';

/** Any text, so that the scripts need no list of the codes: one of a newer portal is shown in that portal's words. */
export const refusalCode = z.string() as unknown as z.ZodMiniType<RefusalCode, RefusalCode>;

export const refusalBody = wireObject({
  code: ['code', refusalCode],
  message: ['message', z.string()],
  requestId: ['request_id', z.string()],
  /** Seconds after which the same request may be sent again. */
  retryAfterSeconds: ['retry_after', z.optional(z.int())],
  /** With `second_factor_needed`: the second factors with which the user can confirm here. */
  methods: ['methods', z.optional(z.array(secondFactorMethod))],
});
