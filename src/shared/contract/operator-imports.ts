import * as z from 'zod/mini';
import { WEEKDAYS } from '../domain/deal-terms.ts';
import { wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money } from './value-codecs.ts';

/** The order in which kinds are imported. Rows of one kind refer only to rows of kinds before it. */
export const IMPORT_KINDS = [
  'syndicates',
  'users',
  'payout_accounts',
  'brokers',
  'companies',
  'addresses',
  'owners',
  'bank_accounts',
  'statements',
  'advances',
  'deals',
  'offers',
  'participations',
  'terms',
  'notes',
  'payments',
] as const;

export type ImportKind = (typeof IMPORT_KINDS)[number];

const choice = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (value) => (value ? 'true' : 'false'),
});

const counts = wireObject({
  new: ['new', z.int()],
  changed: ['changed', z.int()],
  unchanged: ['unchanged', z.int()],
  refused: ['refused', z.int()],
  bad: ['bad', z.int()],
  /** Of the new, changed and unchanged rows, those that look wrong. */
  warned: ['warned', z.int()],
});

const problem = wireObject({
  line: ['line', z.int()],
  column: ['column', z.string()],
  outcome: ['outcome', z.enum(['bad', 'refused', 'warned'])],
  reason: ['reason', z.string()],
  /** What the column holds, where that can be shown. */
  value: ['value', z.optional(z.string())],
});

const change = wireObject({
  line: ['line', z.int()],
  externalId: ['external_id', z.string()],
  field: ['field', z.string()],
  before: ['before', z.string()],
  after: ['after', z.string()],
});

const total = wireObject({
  figure: ['figure', z.enum(['funded', 'rtr', 'collected'])],
  expected: ['expected', money],
  wouldBe: ['would_be', z.nullable(money)],
});

/** As a row of the kind `terms`. */
const suggestedTerms = wireObject({
  externalId: ['external_id', z.string()],
  deal: ['deal', z.string()],
  effectiveDate: ['effective_date', date],
  payment: ['payment', z.string()],
  frequency: ['frequency', z.enum(['WEEKLY'])],
  weekday: ['weekday', z.enum(WEEKDAYS)],
  note: ['note', z.string()],
});

export const operatorImportsContract = {
  importRows: endpoint({
    method: 'POST',
    path: '/api/operator/v1/imports',
    access: 'service token',
    scope: 'import',
    takes: 'rows',
    records: [
      'import begun',
      'import finished',
      'imported row changed',
      'broker added',
      'offer added',
      'syndicate added',
      'user invited',
    ],
    summary:
      'Imports the rows of one kind: text/csv with a header, or application/x-ndjson. The same rows again change nothing.',
    refusals: [
      'not_rows',
      'import_running',
      'import_too_large',
      'server_busy',
      'second_person_needed',
      'last_administrator',
    ],
    query: wireObject({
      kind: ['kind', z.enum(IMPORT_KINDS)],
      isDryRun: ['dry_run', z.optional(choice)],
      skipsBad: ['skip_bad', z.optional(choice)],
      /** What the whole book is to come to. If it would not, nothing is imported. */
      expectedFunded: ['expect_funded', z.optional(money)],
      expectedRtr: ['expect_rtr', z.optional(money)],
      expectedCollected: ['expect_collected', z.optional(money)],
    }),
    response: wireObject({
      kind: ['kind', z.enum(IMPORT_KINDS)],
      isDryRun: ['dry_run', z.boolean()],
      /** `nothing`: bad rows or other totals kept everything from being imported. `some`: bad rows were skipped or refused. */
      applied: ['applied', z.enum(['nothing', 'some', 'all'])],
      counts: ['counts', counts],
      /** The rows that were left out, with what is wrong with them; at most the first thousand. */
      problems: ['problems', z.array(problem)],
      /** Rows that are imported but look wrong; at most the first thousand. */
      warnings: ['warnings', z.array(problem)],
      /** Each column of an existing row that is another afterwards; at most the first thousand. */
      changes: ['changes', z.array(change)],
      /** The expected figures that the book would not come to. */
      totals: ['totals', z.array(total)],
      /** The weekdays of weekly deals, by their history: rows to import for who accepts them; at most the first thousand. */
      suggestedTerms: ['suggested_terms', z.array(suggestedTerms)],
    }),
  }),
};
