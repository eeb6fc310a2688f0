import { type RefusalCode, refusals } from '../../shared/contract/errors.ts';
import type { SecondFactorMethod } from '../../shared/contract/sign-in-grants.ts';

interface Details {
  /** Other words than the catalogue's, where they hold a figure. */
  message?: string;
  retryAfterSeconds?: number;
  /** The second factors with which the caller can confirm. */
  methods?: SecondFactorMethod[];
}

/** A refusal the caller should see. Anything else that is thrown is our fault and shows as `unexpected`. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly methods: SecondFactorMethod[] | undefined;

  constructor(code: RefusalCode, details: Details = {}) {
    super(details.message ?? refusals[code].message);
    this.name = 'Refusal';
    this.code = code;
    this.status = refusals[code].status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.methods = details.methods;
  }
}
