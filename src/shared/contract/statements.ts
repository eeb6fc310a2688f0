import * as z from 'zod/mini';
import { STATEMENT_KINDS } from '../domain/statements.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date } from './value-codecs.ts';

const listed = wireObject({
  statementId: ['statement_id', id],
  kind: ['kind', z.enum(STATEMENT_KINDS)],
  /** The first day of the month or year. */
  from: ['period_start', date],
  /** As on the statement itself: 'NGP-2026-10'. */
  number: ['statement_number', z.string()],
  version: ['version', z.int()],
  /** Whether no later version has taken its place. */
  isNewest: ['is_newest', z.boolean()],
  madeAt: ['made_at', z.iso.datetime()],
  /** Why it took the place of the version before it; empty for the first. */
  reason: ['reason', z.string()],
  /** What it says otherwise than the version before it. */
  changes: [
    'changes',
    z.array(
      wireObject({
        what: ['what', z.string()],
        before: ['before', z.string()],
        after: ['after', z.string()],
      }),
    ),
  ],
});

/** The statements of a syndicate, as its own people and the desk see them. */
export const statementList = wireObject({
  /** Every version, the newest period and version first. */
  statements: ['statements', z.array(listed)],
  /** When the next month's statement is made. */
  nextOn: ['next_on', date],
});

const ofStatement = wireObject({
  syndicateId: ['syndication_id', pathId],
  statementId: ['statement_id', pathId],
});

export const statementsContract = {
  statements: endpoint({
    method: 'GET',
    path: '/api/statements/:syndication_id',
    access: 'investor',
    guests: 'statements',
    recordsUse: 'syndicate viewed',
    summary: 'The monthly and yearly statements of a syndicate: every version, with what it changed and why.',
    refusals: ['not_found', 'switch_not_allowed'],
    params: wireObject({ syndicateId: ['syndication_id', pathId] }),
    response: statementList,
  }),

  statementPdf: endpoint({
    method: 'GET',
    path: '/api/statements/:syndication_id/:statement_id/pdf',
    access: 'investor',
    guests: 'statements',
    downloads: 'stored file',
    recordsUse: 'statement downloaded',
    summary:
      'One version of a statement as a PDF, the same bytes each time. Each download is first recorded in the audit trail.',
    refusals: ['not_found', 'switch_not_allowed'],
    params: ofStatement,
    response: z.void(),
  }),

  statementWorkbook: endpoint({
    method: 'GET',
    path: '/api/statements/:syndication_id/:statement_id/spreadsheet',
    access: 'investor',
    guests: 'statements',
    downloads: 'stored file',
    recordsUse: 'statement downloaded',
    summary:
      'One version of a statement as a spreadsheet. Each download is first recorded in the audit trail.',
    refusals: ['not_found', 'switch_not_allowed'],
    params: ofStatement,
    response: z.void(),
  }),
};
