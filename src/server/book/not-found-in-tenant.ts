import { Refusal } from '../platform/errors.ts';

/** The message is the same for another tenant's row and for one that never existed. */
export const notFoundInTenant = (what: string): Refusal =>
  new Refusal('not_found', { message: `The tenant has no ${what}.` });
