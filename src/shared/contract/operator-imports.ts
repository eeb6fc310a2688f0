import * as z from 'zod/mini';
import { wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

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
});

export const operatorImportsContract = {
  importRows: endpoint({
    method: 'POST',
    path: '/api/operator/v1/imports',
    access: 'service token',
    scope: 'import',
    takes: 'rows',
    records: ['import begun', 'import finished', 'imported row changed'],
    summary:
      'Imports the rows of one kind: text/csv with a header, or application/x-ndjson. The same rows again change nothing.',
    refusals: ['not_rows', 'import_running', 'import_too_large', 'server_busy'],
    query: wireObject({
      kind: ['kind', z.enum(IMPORT_KINDS)],
      isDryRun: ['dry_run', z.optional(choice)],
      skipsBad: ['skip_bad', z.optional(choice)],
    }),
    response: wireObject({
      kind: ['kind', z.enum(IMPORT_KINDS)],
      isDryRun: ['dry_run', z.boolean()],
      /** `nothing`: bad rows kept everything from being imported. `some`: bad rows were skipped or refused. */
      applied: ['applied', z.enum(['nothing', 'some', 'all'])],
      counts: ['counts', counts],
      /** The problems that were found, at most the first thousand. */
      problems: [
        'problems',
        z.array(
          wireObject({
            line: ['line', z.int()],
            column: ['column', z.string()],
            outcome: ['outcome', z.enum(['bad', 'refused'])],
            reason: ['reason', z.string()],
          }),
        ),
      ],
    }),
  }),
};
