import * as z from 'zod/mini';
import { pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { SHEET_PARTS } from './fcs.ts';

/** The file control sheets of deals, at the desk. */
export const deskFcsContract = {
  sheet: endpoint({
    method: 'GET',
    path: '/api/desk/v1/deals/:deal_id/fcs',
    access: 'staff',
    needs: ['view-desk'],
    recordsUse: 'deal file viewed',
    summary: 'The file control sheet of a deal, also of one in which no investor has a share.',
    refusals: ['not_found'],
    params: wireObject({ dealId: ['deal_id', pathId] }),
    response: wireObject({
      deal: ['deal', SHEET_PARTS.deal],
      company: ['company', SHEET_PARTS.company],
      addresses: ['addresses', z.array(SHEET_PARTS.companyAddress)],
      owners: ['owners', z.array(SHEET_PARTS.companyOwner)],
      accounts: ['accounts', z.array(SHEET_PARTS.bankAccount)],
      months: ['statement_months', z.array(SHEET_PARTS.statementMonth)],
      averages: ['account_averages', z.array(SHEET_PARTS.averagesOfAccount)],
      advances: ['advances', z.array(SHEET_PARTS.existingAdvance)],
      acceptedOffers: ['accepted_offers', z.array(SHEET_PARTS.acceptedOffer)],
    }),
  }),

  statement: endpoint({
    method: 'GET',
    path: '/api/desk/v1/deals/:deal_id/statements/:file_id',
    access: 'staff',
    needs: ['view-desk'],
    downloads: 'stored file',
    recordsUse: 'statement file opened',
    summary: 'The file of a bank statement on the sheet. Each download is first recorded in the audit trail.',
    refusals: ['not_found'],
    params: wireObject({ dealId: ['deal_id', pathId], fileId: ['file_id', pathId] }),
    response: z.void(),
  }),
};
