import { authContract } from '../../shared/contract/auth.ts';
import { cashContract } from '../../shared/contract/cash.ts';
import { dealPageContract } from '../../shared/contract/deal-page.ts';
import { documentsContract } from '../../shared/contract/documents.ts';
import { fcsContract } from '../../shared/contract/fcs.ts';
import { offersContract, TOKEN_IN_HEADER } from '../../shared/contract/offers.ts';
import { FIRST_ROWS } from '../../shared/contract/participations.ts';
import { portfolioContract } from '../../shared/contract/portfolio.ts';
import { profileContract } from '../../shared/contract/profile.ts';
import { returnsContract } from '../../shared/contract/returns.ts';
import { sinceContract } from '../../shared/contract/since.ts';
import { statementsContract } from '../../shared/contract/statements.ts';
import type { PageName } from '../../shared/pages.ts';
import type { Ask } from '../access/page-answers.ts';

interface Asked {
  /** The parameters of the page's path. */
  params: Readonly<Record<string, string>>;
  search: URLSearchParams;
}

/** Resolves with whether the page can be rendered from the answers. */
export type FirstCalls = (ask: Ask, asked: Asked, userId: bigint) => Promise<boolean>;

/** The calls that the pages of signed-in users make first, in the order in which their answers are wanted. */
export const FIRST_CALLS: { readonly [Name in PageName]?: FirstCalls } = {
  async dashboard(ask, { search }, userId) {
    const { syndicate } = await askWhoIsThere(ask, userId);
    const shown = search.get('syndicate') ?? syndicate.id.toString();
    if (!ID.test(shown)) return false;
    const syndicateId = BigInt(shown);
    await ask(portfolioContract.portfolioTotals, { params: { syndicateId } });
    const hasTable = syndicate.showsSimpleView || syndicate.showsDetailedView || syndicate.showsDealsTab;
    if (search.get('view') === 'insights' && search.get('returns') === null)
      await ask(returnsContract.returns, { params: { syndicateId }, query: { deals: undefined } });
    // Any other choice of rows is asked for by the table, which alone knows what the address means.
    const isAsItOpens = [...search.keys()].every((name) => name === 'syndicate');
    if (hasTable && isAsItOpens) {
      await ask(portfolioContract.participations, { body: { syndicateId, ...FIRST_ROWS } });
      await ask(portfolioContract.filterLists, { params: { syndicateId } });
    }
    // The last, because the page can do without it, and it takes the longest in a large book.
    await ask(sinceContract.sinceLastVisit, { params: { syndicateId } });
    return true;
  },

  async fileControlSheet(ask, { params: { dealPublicId = '' } }, userId) {
    await askWhoIsThere(ask, userId);
    const { mid, companyId } = await ask(fcsContract.deal, { params: { dealPublicId } });
    await ask(fcsContract.company, { params: { mid } });
    for (const ofCompany of [
      fcsContract.addresses,
      fcsContract.owners,
      fcsContract.bankAccounts,
      fcsContract.statementMonths,
      fcsContract.accountAverages,
      fcsContract.existingAdvances,
    ] as const)
      await ask(ofCompany, { params: { companyId } });
    await ask(fcsContract.acceptedOffer, { params: { mid } });
    return true;
  },

  async deal(ask, { params: { dealPublicId = '' }, search }, userId) {
    const { syndicate } = await askWhoIsThere(ask, userId);
    const shown = search.get('syndicate') ?? syndicate.id.toString();
    if (!ID.test(shown)) return false;
    await ask(dealPageContract.dealOfSyndicate, { params: { syndicateId: BigInt(shown), dealPublicId } });
    return true;
  },

  async cash(ask, { search }, userId) {
    const { syndicate } = await askWhoIsThere(ask, userId);
    if (!isAboutOwn(search, syndicate.id)) return false;
    const params = { syndicateId: syndicate.id };
    await ask(cashContract.cashAccount, { params });
    const ofNow = { month: undefined, kind: undefined, after: undefined };
    await ask(cashContract.cashMovements, { params, query: ofNow });
    return true;
  },

  async documents(ask, { search }, userId) {
    const { syndicate } = await askWhoIsThere(ask, userId);
    if (!isAboutOwn(search, syndicate.id)) return false;
    const params = { syndicateId: syndicate.id };
    await ask(documentsContract.documents, { params });
    await ask(statementsContract.statements, { params });
    return true;
  },

  async profile(ask, _, userId) {
    await askWhoIsThere(ask, userId);
    return true;
  },
};

/** The calls of the page that a broker's link opens. */
export async function askForOffer(ask: Ask, { params: { offerId = '' } }: Asked): Promise<boolean> {
  if (!ID.test(offerId)) return false;
  await ask(authContract.signInPage, {});
  await ask(offersContract.offerForBroker, {
    params: { offerId: BigInt(offerId), linkToken: TOKEN_IN_HEADER },
  });
  await ask(offersContract.fileCategories, {});
  await ask(offersContract.stagedFiles, {});
  return true;
}

async function askWhoIsThere(ask: Ask, userId: bigint) {
  const [user] = await ask(profileContract.portalUserProfile, {
    params: { userId },
    query: { syndicateId: undefined },
  });
  const [{ permissions }] = await ask(profileContract.userPermissions, { params: { userId } });
  if (permissions.has('switch-syndicates')) await ask(portfolioContract.compactSyndicates, {});
  return user;
}

/** Whether the address asks for nothing but the user's own syndicate. Anything else the page asks for itself. */
const isAboutOwn = (search: URLSearchParams, ownId: bigint): boolean =>
  [...search].every(([name, value]) => name === 'syndicate' && value === ownId.toString());

const ID = /^\d{1,15}$/;
