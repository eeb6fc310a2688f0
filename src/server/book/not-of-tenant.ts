import { Refusal } from '../platform/errors.ts';

/** The same for what is another tenant's and for what was never there. */
export const notOfTenant = (what: string): Refusal =>
  new Refusal('not_found', { message: `The tenant has no ${what}.` });
