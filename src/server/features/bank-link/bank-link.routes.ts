import type { bankLinkContract } from '../../../shared/contract/bank-link.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { noteOpened, type PresentedLink } from '../../identity/capabilities.ts';
import { Refusal } from '../../platform/errors.ts';
import { createPlaces } from '../../platform/places.ts';
import { connectBank, refuseClosed } from './connect-bank.ts';

export const bankLinkHandlers = (deps: Deps): Handlers<typeof bankLinkContract> => ({
  async openWidget({ link, inTransaction }) {
    refuseClosed(link);
    const bankProvider = providerOf(deps);
    return inPlaceOf(link, async () => {
      if (!link.isOpened) await inTransaction((tx) => noteOpened(tx, link), { readOnly: false });
      const widgetToken = await bankProvider.newWidgetToken(link.tokenHash.toString('hex'));
      return { widgetToken, scriptUrl: bankProvider.scriptUrl };
    });
  },

  async connectBank({ body, link, inTransaction }) {
    refuseClosed(link);
    const bankProvider = providerOf(deps);
    return inPlaceOf(link, async () => {
      await connectBank(inTransaction, { ...deps, bankProvider }, body.publicToken);
      return { isDone: true, message: 'Your bank is connected.' };
    });
  },
});

/** One person uses a link. More requests than this at once would only wait for each other, each with a place in line for the database. */
const MOST_OF_ONE_LINK = 4;
const takePlace = createPlaces({ inAll: 200, refusal: 'server_busy', retryAfterSeconds: 5 });

async function inPlaceOf<T>({ tokenHash }: PresentedLink, work: () => Promise<T>): Promise<T> {
  const leave = takePlace({ name: tokenHash.toString('hex'), most: MOST_OF_ONE_LINK });
  try {
    return await work();
  } finally {
    leave();
  }
}

function providerOf({ bankProvider }: Pick<Deps, 'bankProvider'>) {
  if (!bankProvider) throw new Refusal('no_bank_provider');
  return bankProvider;
}
