import type { bankLinkContract } from '../../../shared/contract/bank-link.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../platform/errors.ts';
import { connectBank, refuseClosed } from './connect-bank.ts';

export const bankLinkHandlers = (deps: Deps): Handlers<typeof bankLinkContract> => ({
  async openWidget({ link }) {
    refuseClosed(link);
    return { widgetToken: await providerOf(deps).newWidgetToken(link.tokenHash.toString('hex')) };
  },

  async connectBank({ body, link, inTransaction }) {
    refuseClosed(link);
    await connectBank(inTransaction, { ...deps, bankProvider: providerOf(deps) }, body.publicToken);
    return { isDone: true, message: 'Your bank is connected.' };
  },
});

function providerOf({ bankProvider }: Pick<Deps, 'bankProvider'>) {
  // Trying again would not help, because the provider is not down but was never set up.
  if (!bankProvider)
    throw new Refusal('bank_unavailable', {
      message: 'Banks cannot be connected here yet. Please ask whoever sent you the link.',
    });
  return bankProvider;
}
