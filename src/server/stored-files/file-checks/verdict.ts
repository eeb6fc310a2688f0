import type { FileRefusal } from '../../../shared/domain/offer-files.ts';

/** Thrown by a check that finds a reason not to keep a file. */
export class UnfitFile extends Error {
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal) {
    super(refusal);
    this.name = 'UnfitFile';
    this.refusal = refusal;
  }
}
