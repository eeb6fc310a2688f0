/**
 * How much of what did not change is compared again each night. Each night takes its part of the book, those first that were
 * compared the longest ago, so that everything is compared within the round, and a night without a worker is made up for.
 */
export interface Round {
  nights: number;
  /** A book that is no larger than this is compared as a whole every night. */
  atLeastDeals: number;
  atLeastLines: number;
  /** A syndicate with more payouts is exported month by month, so that no snapshot is held for long. */
  maxExportedLines: number;
  /**
   * Whether the payouts of a large syndicate are added up by the query of the export, in the database, or read as they are downloaded.
   * What only the writing of a file could get wrong, it would get wrong in every file, so a night's part of them shows it.
   */
  sumsLargeExports: boolean;
}

export const ROUND: Round = {
  nights: 30,
  atLeastDeals: 500,
  atLeastLines: 20_000,
  maxExportedLines: 100_000,
  sumsLargeExports: false,
};

/** A single night that takes everything. */
export const everything = (round: Round): Round => ({
  ...round,
  nights: 1,
  atLeastDeals: Number.MAX_SAFE_INTEGER,
  atLeastLines: Number.MAX_SAFE_INTEGER,
  sumsLargeExports: true,
});
