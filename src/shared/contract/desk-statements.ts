import * as z from 'zod/mini';
import { pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { statementList } from './statements.ts';

const ofStatement = wireObject({
  syndicateId: ['syndicate_id', pathId],
  statementId: ['statement_id', pathId],
});

export const deskStatementsContract = {
  statements: endpoint({
    method: 'GET',
    path: '/api/desk/v1/investors/:syndicate_id/statements',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The monthly and yearly statements of a syndicate: every version, with what it changed and why.',
    refusals: ['not_found'],
    params: wireObject({ syndicateId: ['syndicate_id', pathId] }),
    response: statementList,
  }),

  statementPdf: endpoint({
    method: 'GET',
    path: '/api/desk/v1/investors/:syndicate_id/statements/:statement_id/pdf',
    access: 'staff',
    needs: ['view-desk'],
    downloads: 'stored file',
    recordsUse: 'statement downloaded',
    summary: 'One version of a statement as a PDF. Each download is first recorded in the audit trail.',
    refusals: ['not_found'],
    params: ofStatement,
    response: z.void(),
  }),

  statementWorkbook: endpoint({
    method: 'GET',
    path: '/api/desk/v1/investors/:syndicate_id/statements/:statement_id/spreadsheet',
    access: 'staff',
    needs: ['view-desk'],
    downloads: 'stored file',
    recordsUse: 'statement downloaded',
    summary:
      'One version of a statement as a spreadsheet. Each download is first recorded in the audit trail.',
    refusals: ['not_found'],
    params: ofStatement,
    response: z.void(),
  }),
};
