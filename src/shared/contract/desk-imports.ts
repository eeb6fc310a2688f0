import * as z from 'zod/mini';
import { PERCENT_UNITS } from '../domain/cell-values.ts';
import { IMPORT_ASK_NAMES } from '../domain/import-asks.ts';
import {
  IMPORT_MAILS,
  IMPORT_RUN_STATES,
  PROBLEM_FIXES,
  RUN_FIGURES,
  SHEET_KINDS,
} from '../domain/import-runs.ts';
import { id, pageNumber, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { announcedFile, caseFile, fileToUpload, ofFile } from './threads.ts';
import { money } from './value-codecs.ts';

const ofRun = wireObject({ runId: ['run_id', pathId] });
const ofFileOfRun = wireObject({ runId: ['run_id', pathId], fileId: ofFile });
const revision = ['revision', z.int().check(z.nonnegative())] as const;

const PLAN_BODY_BYTES = 512 * 1024;

const kind = z.enum(SHEET_KINDS);
const name = z.string().check(z.maxLength(200));
const text = z.string().check(z.maxLength(500));

const heading = {
  id: ['run_id', id],
  state: ['state', z.enum(IMPORT_RUN_STATES)],
  startedByName: ['started_by', z.string()],
  startedAt: ['started_at', z.iso.datetime()],
  confirmedByName: ['confirmed_by', z.nullable(z.string())],
  confirmedAt: ['confirmed_at', z.nullable(z.iso.datetime())],
  finishedAt: ['finished_at', z.nullable(z.iso.datetime())],
  /** Who has asked to undo it, where that takes two people. */
  undoAskedByName: ['undo_asked_by', z.nullable(z.string())],
  undoneByName: ['undone_by', z.nullable(z.string())],
  undoneAt: ['undone_at', z.nullable(z.iso.datetime())],
  fileNames: ['file_names', z.array(z.string())],
} as const;

const counts = wireObject({
  kind: ['kind', z.string()],
  new: ['new', z.int()],
  changed: ['changed', z.int()],
  unchanged: ['unchanged', z.int()],
  refused: ['refused', z.int()],
  bad: ['bad', z.int()],
});

const problem = wireObject({
  /** Names the problem when it is left out. */
  key: ['key', z.string()],
  kind: ['kind', z.string()],
  fileName: ['file_name', z.string()],
  field: ['field', z.string()],
  reason: ['reason', z.string()],
  /** `refused`: the rows are imported without it. `warned`: they look wrong, and are imported. */
  outcome: ['outcome', z.enum(['bad', 'refused', 'warned'])],
  fix: ['fix', z.nullable(z.enum(PROBLEM_FIXES))],
  /** With the fix `name`: several that are there have the name, and one of them is chosen. A new one of that name would only be one more. */
  isNamesake: ['is_namesake', z.optional(z.boolean())],
  count: ['count', z.int()],
  isLeftOut: ['is_left_out', z.boolean()],
  values: [
    'values',
    z.array(
      wireObject({
        value: ['value', z.string()],
        count: ['count', z.int()],
        lines: ['lines', z.array(z.int())],
        /** Meanings that it is likely to have, the likeliest first: investors with a name like it, or the address that it shares. */
        suggested: ['suggested', z.optional(z.array(z.string()))],
        /** What is wrong with this one, as a sentence. */
        about: ['about', z.optional(z.string())],
      }),
    ),
  ],
});

const change = wireObject({
  kind: ['kind', z.string()],
  line: ['line', z.int()],
  externalId: ['external_id', z.string()],
  field: ['field', z.string()],
  before: ['before', z.string()],
  after: ['after', z.string()],
});

const rehearsal = wireObject({
  /** How many payments were posted, of how many. Of a large file only the first ones are. */
  tried: ['payments_tried', z.int()],
  of: ['payments_to_try', z.int()],
  newInvestors: ['new_investors', z.array(z.string())],
  statuses: [
    'statuses',
    z.array(
      wireObject({
        former: ['former_status', z.string()],
        status: ['status', z.string()],
        count: ['count', z.int()],
      }),
    ),
  ],
  cashAccounts: [
    'cash_accounts',
    z.array(wireObject({ name: ['syndicate', z.string()], amount: ['amount', money] })),
  ],
  mails: ['mails', z.array(wireObject({ kind: ['kind', z.enum(IMPORT_MAILS)], count: ['count', z.int()] }))],
  /** How many deals and investors were reconciled, and what does not agree. */
  reconciled: ['reconciled', z.int()],
  differences: ['differences', z.array(z.string())],
});

const figure = z.enum(RUN_FIGURES);

const total = wireObject({
  figure: ['figure', figure],
  /** As the sender's system has it; null where nobody has given one. Amounts and counts are text, such as 1284615.50 or 48. */
  given: ['given', z.nullable(z.string())],
  computed: ['computed', z.string()],
});

const unit = z.enum(PERCENT_UNITS);
const plannedColumn = wireObject({
  name: ['name', name],
  field: ['field', name],
  /** What a percentage without its sign means. */
  unit: ['unit', z.optional(unit)],
});

const columnOfFile = wireObject({
  name: ['name', z.string()],
  /** Null for a column that is not imported. */
  field: ['field', z.nullable(z.string())],
  /** Values of different forms, the rarest first. */
  samples: ['samples', z.array(z.string())],
  /** What each of them is read as; empty where it cannot be read. */
  readAs: ['read_as', z.array(z.string())],
  /** Null where no percentage is without its sign, or nobody has said what it means. */
  unit: ['unit', z.nullable(unit)],
  readCount: ['read', z.int()],
});

const fileOfRun = wireObject({
  id: ['file_id', z.uuid()],
  name: ['file_name', z.string()],
  state: ['state', z.string()],
  refusal: ['refusal', z.nullable(z.string())],
  kind: ['kind', z.nullable(kind)],
  /** Taken over from an earlier run with the same header. */
  isRemembered: ['remembered', z.boolean()],
  rowCount: ['rows', z.int()],
  /** The lines of rows that add others up and are left out. */
  totalsLines: ['totals_lines', z.array(z.int())],
  columns: ['columns', z.array(columnOfFile)],
});

const meaning = wireObject({
  kind: ['kind', kind],
  field: ['field', name],
  value: ['value', text],
  meaning: ['meaning', text],
  /** It was chosen among several of that name. Of any other name that several come to have it is asked for again. */
  isNamesake: ['is_namesake', z.optional(z.boolean())],
});

const constant = wireObject({ kind: ['kind', kind], field: ['field', name], value: ['value', text] });

const given = wireObject({
  figure: ['figure', figure],
  amount: ['amount', z.string().check(z.regex(/^-?\d{1,13}(\.\d{1,2})?$/))],
});

const run = wireObject({
  ...heading,
  revision,
  files: ['files', z.array(fileOfRun)],
  meanings: ['meanings', z.array(meaning)],
  constants: ['constants', z.array(constant)],
  counts: ['counts', z.array(counts)],
  problems: ['problems', z.array(problem)],
  /** The first thousand. */
  changes: ['changes', z.array(change)],
  totals: ['totals', z.array(total)],
  /** What trying it has found: it was carried out and rolled back. Null where it was not tried. */
  rehearsal: ['rehearsal', z.nullable(rehearsal)],
  /** What keeps it from being imported, in words; null if nothing does. */
  blocker: ['blocker', z.nullable(z.string())],
  progress: [
    'progress',
    z.nullable(
      wireObject({
        doing: ['doing', z.string()],
        rows: ['rows', z.int()],
        of: ['of', z.nullable(z.int())],
      }),
    ),
  ],
  failure: ['failure', z.nullable(z.string())],
  /** What it does that has rules of its own by hand. */
  asks: [
    'asks',
    z.array(
      wireObject({
        ask: ['ask', z.enum(IMPORT_ASK_NAMES)],
        count: ['count', z.int()],
        amount: ['amount', z.nullable(money)],
        /** Whether the caller holds the permission for it. */
        isHeld: ['held_by_caller', z.boolean()],
      }),
    ),
  ],
  /** Whether it takes two people, counting what the caller moved alone today. */
  takesTwo: ['takes_two', z.boolean()],
  /** Whether the caller can be the second one. */
  isSecond: ['is_second', z.boolean()],
  deciders: ['deciders', z.array(z.string())],
  /** The investors that a name can stand for. */
  syndicates: ['syndicates', z.array(wireObject({ id: ['syndicate_id', id], name: ['name', z.string()] }))],
});

const CHANGES = {
  method: 'POST',
  access: 'staff',
  needs: ['view-desk', 'import-book'],
  params: ofRun,
} as const;

/** Imports of a book from spreadsheets of other systems: checked, confirmed, carried out by the worker, undone. */
export const deskImportsContract = {
  runs: endpoint({
    method: 'GET',
    path: '/api/desk/v1/imports',
    access: 'staff',
    needs: ['view-desk', 'import-book'],
    summary: 'The imports, the newest first.',
    query: wireObject({ page: ['page', z.optional(pageNumber)] }),
    response: wireObject({
      runs: ['runs', z.array(wireObject(heading))],
      count: ['count', z.int()],
      pageLength: ['page_length', z.int()],
    }),
  }),

  start: endpoint({
    method: 'POST',
    path: '/api/desk/v1/imports',
    access: 'staff',
    needs: ['view-desk', 'import-book'],
    isCommand: true,
    summary: 'Begins an import, to which files are added.',
    response: wireObject({ runId: ['run_id', id] }),
  }),

  run: endpoint({
    method: 'GET',
    path: '/api/desk/v1/imports/:run_id',
    access: 'staff',
    needs: ['view-desk', 'import-book'],
    summary:
      'An import: its files with their columns, what checking found, what would change, and how far it is.',
    params: ofRun,
    response: run,
  }),

  obstacles: endpoint({
    method: 'GET',
    path: '/api/desk/v1/imports/:run_id/obstacles',
    access: 'staff',
    needs: ['view-desk', 'import-book'],
    summary:
      'What was built on an import since and keeps it from being undone, nothing if it can be undone; and the mails that it has caused.',
    params: ofRun,
    response: wireObject({
      obstacles: [
        'obstacles',
        z.array(
          wireObject({
            /** In words, before the number. */
            obstacle: ['obstacle', z.string()],
            number: ['number', z.int()],
            /** What the things are; null where there is no page of them. */
            kind: ['kind', z.nullable(z.enum(['deal', 'syndicate', 'payout run']))],
            /** A few of them, by name. */
            things: ['things', z.array(wireObject({ id: ['id', id], name: ['name', z.string()] }))],
          }),
        ),
      ],
      /** One for each investor whose people are told, and each time. None of them states figures. */
      mails: [
        'mails',
        z.array(
          wireObject({
            kind: ['kind', z.enum(IMPORT_MAILS)],
            syndicateId: ['syndicate_id', id],
            name: ['name', z.string()],
            /** Null while they wait for the morning. */
            sentAt: ['sent_at', z.nullable(z.iso.datetime())],
          }),
        ),
      ],
    }),
  }),

  announceFile: endpoint({
    ...CHANGES,
    path: '/api/desk/v1/imports/:run_id/files',
    opensTransactions: true,
    refusals: ['file_too_large', 'too_many_files', 'import_not_open'],
    summary: 'Announces a file of an import, and returns where to upload its bytes.',
    body: announcedFile,
    response: fileToUpload,
  }),

  fileUploaded: endpoint({
    ...CHANGES,
    path: '/api/desk/v1/imports/:run_id/files/:file_id/uploaded',
    isRepeatable: true,
    opensTransactions: true,
    refusals: ['file_not_uploaded', 'import_not_open'],
    summary: 'Reports that the bytes of a file are uploaded, which starts its check and that of the import.',
    params: ofFileOfRun,
    response: caseFile,
  }),

  plan: endpoint({
    method: 'PUT',
    path: '/api/desk/v1/imports/:run_id/plan',
    access: 'staff',
    needs: ['view-desk', 'import-book'],
    isRepeatable: true,
    refusals: ['import_not_open', 'import_changed', 'import_field_unknown'],
    summary:
      'Says which file is of which kind, which column is which field and what words mean, what is left out, and the sender’s control totals. The import is checked again.',
    maxBodyBytes: PLAN_BODY_BYTES,
    params: ofRun,
    body: wireObject({
      revision,
      files: [
        'files',
        z
          .array(
            wireObject({
              id: ['file_id', z.uuid()],
              kind: ['kind', z.nullable(kind)],
              columns: ['columns', z.array(plannedColumn).check(z.maxLength(200))],
            }),
          )
          .check(z.maxLength(50)),
      ],
      meanings: ['meanings', z.array(meaning).check(z.maxLength(2000))],
      constants: ['constants', z.array(constant).check(z.maxLength(100))],
      leftOut: ['problems_left_out', z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(500))],
      totals: ['totals', z.array(given).check(z.maxLength(20))],
    }),
    response: wireObject({ runId: ['run_id', id], revision }),
  }),

  confirm: endpoint({
    ...CHANGES,
    path: '/api/desk/v1/imports/:run_id/confirm',
    needsFreshFactor: true,
    isRepeatable: true,
    records: ['import confirmed'],
    refusals: [
      'import_not_open',
      'import_changed',
      'import_blocked',
      'permission_needed',
      'second_person_needed',
    ],
    summary: 'Has the worker import what was checked. Until then nothing of it is in the book.',
    body: wireObject({ revision }),
    response: wireObject({ runId: ['run_id', id] }),
  }),

  undo: endpoint({
    ...CHANGES,
    path: '/api/desk/v1/imports/:run_id/undo',
    needsFreshFactor: true,
    isRepeatable: true,
    records: ['import undo asked for'],
    refusals: ['import_not_done', 'permission_needed', 'second_person_needed'],
    summary:
      'Has the worker take an import back whole. If something was built on it since, all of it stays, and it says what.',
    response: wireObject({ runId: ['run_id', id] }),
  }),
};
