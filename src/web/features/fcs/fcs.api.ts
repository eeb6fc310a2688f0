import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { fcsContract } from '../../../shared/contract/fcs.ts';
import { call } from '../../lib/call.ts';

export type Deal = Output<typeof fcsContract.deal>;
export type BankAccount = Output<typeof fcsContract.bankAccounts>[number];
export type StatementMonth = Output<typeof fcsContract.statementMonths>[number];
export type AccountAverages = Output<typeof fcsContract.accountAverages>[number];
export type ExistingAdvance = Output<typeof fcsContract.existingAdvances>[number];
export type AcceptedOffer = Output<typeof fcsContract.acceptedOffer>[number];
export type QuickFacts = Awaited<ReturnType<typeof readQuickFacts>>;
export type Statements = Awaited<ReturnType<typeof readStatements>>;

export const useDeal = (dealPublicId: string) =>
  useQuery(
    queryOptions({
      queryKey: ['fcs', 'deal', dealPublicId],
      queryFn: () => call(fcsContract.deal, { params: { dealPublicId } }),
    }),
  );

async function readQuickFacts({ mid, companyId }: Deal) {
  const [company, addresses, owners] = await Promise.all([
    call(fcsContract.company, { params: { mid } }),
    call(fcsContract.addresses, { params: { companyId } }),
    call(fcsContract.owners, { params: { companyId } }),
  ]);
  return { company, addresses, owners };
}

export const useQuickFacts = (deal: Deal) =>
  useQuery(
    queryOptions({
      queryKey: ['fcs', 'quick facts', deal.publicId],
      queryFn: () => readQuickFacts(deal),
    }),
  );

async function readStatements(companyId: bigint) {
  const [accounts, months] = await Promise.all([
    call(fcsContract.bankAccounts, { params: { companyId } }),
    call(fcsContract.statementMonths, { params: { companyId } }),
  ]);
  return { accounts, months };
}

export const useStatements = ({ companyId }: Deal) =>
  useQuery(
    queryOptions({
      queryKey: ['fcs', 'statements', companyId.toString()],
      queryFn: () => readStatements(companyId),
    }),
  );

export const useAccountAverages = ({ companyId }: Deal) =>
  useQuery(
    queryOptions({
      queryKey: ['fcs', 'averages', companyId.toString()],
      queryFn: () => call(fcsContract.accountAverages, { params: { companyId } }),
    }),
  );

export const useExistingAdvances = ({ companyId }: Deal) =>
  useQuery(
    queryOptions({
      queryKey: ['fcs', 'advances', companyId.toString()],
      queryFn: () => call(fcsContract.existingAdvances, { params: { companyId } }),
    }),
  );

export const useAcceptedOffer = ({ publicId, mid }: Deal) =>
  useQuery(
    queryOptions({
      queryKey: ['fcs', 'offer', publicId],
      queryFn: async () => {
        const [offer = null] = await call(fcsContract.acceptedOffer, { params: { mid } });
        return offer;
      },
    }),
  );
