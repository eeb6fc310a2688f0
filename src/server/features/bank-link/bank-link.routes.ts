import type { bankLinkContract } from '../../../shared/contract/bank-link.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import type { PresentedLink } from '../../identity/capabilities.ts';
import { Refusal } from '../../platform/errors.ts';
import { connectBank } from './connect-bank.ts';

export const bankLinkHandlers = (deps: Deps): Handlers<typeof bankLinkContract> => ({
  async openWidget({ link }) {
    refuseClosed(link);
    return { widgetToken: await providerOf(deps).newWidgetToken(link.tokenHash.toString('hex')) };
  },

  async connectBank({ body, link, tx }) {
    refuseClosed(link);
    await connectBank(tx, { ...deps, bankProvider: providerOf(deps) }, link, body.publicToken);
    return { isDone: true, message: 'Your bank is connected.' };
  },
});

function providerOf({ bankProvider }: Pick<Deps, 'bankProvider'>) {
  // Trying again would not help: it is not down but was never set up.
  if (!bankProvider)
    throw new Refusal('bank_unavailable', {
      message: 'Banks cannot be connected here yet. Please ask whoever sent you the link.',
    });
  return bankProvider;
}

function refuseClosed({ state }: PresentedLink): void {
  if (state === 'used') throw new Refusal('bank_link_used');
  if (state === 'expired') throw new Refusal('link_expired');
}
