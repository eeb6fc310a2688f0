import { type RefusalCode, refusals } from '../shared/contract/errors.ts';

/** A refusal the caller should see. Anything else that is thrown is our fault and shows as `unexpected`. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;

  constructor(code: RefusalCode) {
    super(refusals[code].message);
    this.name = 'Refusal';
    this.code = code;
    this.status = refusals[code].status;
  }
}
