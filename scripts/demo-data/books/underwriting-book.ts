import type { Book, Ids, Row } from '../book.ts';
import type { Deal } from '../deals/deal.ts';
import type { Portfolio } from '../deals/portfolio.ts';
import type { Random } from '../random.ts';
import { ownAdvance } from '../underwriting/existing-advances.ts';
import { drawEarlierOffers, drawOffer, offerRow } from '../underwriting/offers.ts';
import type { StatementFiles } from '../underwriting/statements.ts';
import { drawUnderwritingFile, type UnderwritingFile } from '../underwriting/underwriting-file.ts';

type UnderwritingBook = Pick<
  Book,
  'companyBankAccounts' | 'statementMonths' | 'files' | 'existingAdvances' | 'offers'
>;

/** The funder's first deals were accepted on paper, so their offers are not on file. */
const ACCEPTED_ON_PAPER = 12;
/** The newest files are complete, because somebody who tries the demo opens them first. */
const WITH_EVERYTHING = 3;
/** A few merchants were well known and got funded without statements. */
const WITHOUT_STATEMENTS = 0.04;

/** The file of each merchant as of its newest deal, and the offers of all its deals. */
export function underwritingBook(
  random: Random,
  ids: Ids,
  {
    tenantId,
    portfolio,
    statementFiles,
  }: { tenantId: string; portfolio: Portfolio; statementFiles: StatementFiles },
): UnderwritingBook {
  const newest = new Map(portfolio.deals.map((deal) => [deal.company, deal]));
  const newestCompanies = new Set(portfolio.deals.slice(-WITH_EVERYTHING).map(({ company }) => company));
  const files = new Map(
    Array.from(newest, ([company, deal]) => {
      const contract = deal.accepted;
      const isKnown = random.fork(`known ${deal.mid}`).chance(WITHOUT_STATEMENTS);
      const extent = newestCompanies.has(company) ? 'everything' : isKnown ? 'no statements' : 'usual';
      const merchant = { tenantId, company, contract, extent } as const;
      return [company, drawUnderwritingFile(random.fork(deal.mid), ids, merchant, statementFiles)];
    }),
  );
  const offers = portfolio.deals.slice(ACCEPTED_ON_PAPER).flatMap((deal) => {
    const positionNumber = files.get(deal.company)?.positionNumber ?? 1;
    const ownRandom = random.fork(`offers ${deal.mid}`);
    const offered = {
      terms: deal.accepted,
      status: 'Offer Accepted',
      createdOn: deal.offeredOn,
      positionNumber,
    } as const;
    const all = [...drawEarlierOffers(ownRandom, ids, offered), drawOffer(ownRandom, ids, offered)];
    return all.map((offer) => offerRow(tenantId, deal, offer));
  });
  const own = portfolio.deals.flatMap((deal) => ownAdvanceRows(tenantId, deal, portfolio));
  const { existingAdvances, ...statements } = filesBook([...files.values()]);
  return { ...statements, existingAdvances: [...existingAdvances, ...own], offers };
}

export function filesBook(files: readonly UnderwritingFile[]) {
  return {
    companyBankAccounts: files.flatMap(({ bankAccounts }) => [...bankAccounts]),
    statementMonths: files.flatMap(({ statementMonths }) => [...statementMonths]),
    files: files.flatMap((file) => [...file.files]),
    existingAdvances: files.flatMap(({ existingAdvances }) => existingAdvances),
  };
}

function ownAdvanceRows(tenantId: string, deal: Deal, { dealOf }: Portfolio): Row<'existingAdvances'>[] {
  const previous = deal.renewalOf && dealOf.get(deal.renewalOf);
  if (!previous) return [];
  const { platform, publicId, account } = previous;
  return [
    ownAdvance(
      { tenantId, companyId: deal.company.id, lenderName: platform, previousPublicId: publicId },
      account.contract,
    ),
  ];
}
