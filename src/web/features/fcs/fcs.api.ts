import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { fcsContract } from '../../../shared/contract/fcs.ts';
import { call } from '../../lib/call.ts';
import { answerInPage, beginningWith } from '../../lib/first-answers.ts';

export type Deal = Output<typeof fcsContract.deal>;
export type BankAccount = Output<typeof fcsContract.bankAccounts>[number];
export type StatementMonth = Output<typeof fcsContract.statementMonths>[number];
export type AccountAverages = Output<typeof fcsContract.accountAverages>[number];
export type ExistingAdvance = Output<typeof fcsContract.existingAdvances>[number];
export type AcceptedOffer = Output<typeof fcsContract.acceptedOffer>[number];
export type QuickFacts = Awaited<ReturnType<typeof readQuickFacts>>;
export type Statements = Awaited<ReturnType<typeof readStatements>>;

/** A sheet that was read in one piece, by calls that are not an investor's. */
export interface ReadSheet {
  quickFacts: QuickFacts;
  statements: Statements;
  averages: AccountAverages[];
  advances: ExistingAdvance[];
  offer: AcceptedOffer | null;
  openStatement: (fileId: bigint) => Promise<void>;
}

/** Null where an investor reads the sheet, part by part. */
export const ReadSheetContext = createContext<ReadSheet | null>(null);

export const useDeal = (dealPublicId: string) =>
  useQuery(
    queryOptions({
      queryKey: ['fcs', 'deal', dealPublicId],
      queryFn: () => call(fcsContract.deal, { params: { dealPublicId } }),
      ...beginningWith(() => answerInPage(fcsContract.deal, { params: { dealPublicId } })),
    }),
  );

// The sections of a sheet are requested once its deal is known, and count as loading until then.
type MaybeDeal = Deal | undefined;

async function readQuickFacts({ mid, companyId }: Deal) {
  const [company, addresses, owners] = await Promise.all([
    call(fcsContract.company, { params: { mid } }),
    call(fcsContract.addresses, { params: { companyId } }),
    call(fcsContract.owners, { params: { companyId } }),
  ]);
  return { company, addresses, owners };
}

function quickFactsInPage({ mid, companyId }: Deal): QuickFacts | undefined {
  const company = answerInPage(fcsContract.company, { params: { mid } });
  const addresses = answerInPage(fcsContract.addresses, { params: { companyId } });
  const owners = answerInPage(fcsContract.owners, { params: { companyId } });
  return company && addresses && owners && { company, addresses, owners };
}

export function useQuickFacts(deal: MaybeDeal) {
  const sheet = useContext(ReadSheetContext);
  return useQuery(
    queryOptions({
      queryKey: ['fcs', 'quick facts', deal?.publicId],
      queryFn: deal ? async () => sheet?.quickFacts ?? readQuickFacts(deal) : skipToken,
      ...beginningWith(() => deal && quickFactsInPage(deal)),
    }),
  );
}

async function readStatements({ companyId }: Deal) {
  const [accounts, months] = await Promise.all([
    call(fcsContract.bankAccounts, { params: { companyId } }),
    call(fcsContract.statementMonths, { params: { companyId } }),
  ]);
  return { accounts, months };
}

function statementsInPage({ companyId }: Deal): Statements | undefined {
  const accounts = answerInPage(fcsContract.bankAccounts, { params: { companyId } });
  const months = answerInPage(fcsContract.statementMonths, { params: { companyId } });
  return accounts && months && { accounts, months };
}

export function useStatements(deal: MaybeDeal) {
  const sheet = useContext(ReadSheetContext);
  return useQuery(
    queryOptions({
      queryKey: ['fcs', 'statements', deal?.publicId],
      queryFn: deal ? async () => sheet?.statements ?? readStatements(deal) : skipToken,
      ...beginningWith(() => deal && statementsInPage(deal)),
    }),
  );
}

export function useAccountAverages(deal: MaybeDeal) {
  const sheet = useContext(ReadSheetContext);
  return useQuery(
    queryOptions({
      queryKey: ['fcs', 'averages', deal?.publicId],
      queryFn: deal
        ? async () =>
            sheet?.averages ?? call(fcsContract.accountAverages, { params: { companyId: deal.companyId } })
        : skipToken,
      ...beginningWith(
        () => deal && answerInPage(fcsContract.accountAverages, { params: { companyId: deal.companyId } }),
      ),
    }),
  );
}

export function useExistingAdvances(deal: MaybeDeal) {
  const sheet = useContext(ReadSheetContext);
  return useQuery(
    queryOptions({
      queryKey: ['fcs', 'advances', deal?.publicId],
      queryFn: deal
        ? async () =>
            sheet?.advances ?? call(fcsContract.existingAdvances, { params: { companyId: deal.companyId } })
        : skipToken,
      ...beginningWith(
        () => deal && answerInPage(fcsContract.existingAdvances, { params: { companyId: deal.companyId } }),
      ),
    }),
  );
}

async function readAcceptedOffer({ mid }: Deal) {
  const [offer = null] = await call(fcsContract.acceptedOffer, { params: { mid } });
  return offer;
}

function acceptedOfferInPage({ mid }: Deal) {
  const offers = answerInPage(fcsContract.acceptedOffer, { params: { mid } });
  return offers && (offers[0] ?? null);
}

export function useAcceptedOffer(deal: MaybeDeal) {
  const sheet = useContext(ReadSheetContext);
  return useQuery(
    queryOptions({
      queryKey: ['fcs', 'offer', deal?.publicId],
      queryFn: deal ? async () => (sheet ? sheet.offer : readAcceptedOffer(deal)) : skipToken,
      ...beginningWith(() => deal && acceptedOfferInPage(deal)),
    }),
  );
}
