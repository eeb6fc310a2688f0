import { askApproval } from '../../approvals/ask-approval.ts';
import { withdrawWaiting } from '../../approvals/decide-approval.ts';
import type { DeskUser } from '../../platform/audit/operator.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import {
  type KeptSignOn,
  readSignOnSettings,
  setSingleSignOn,
} from '../../tenant-settings/single-sign-on.ts';
import { lockSettings } from './change-seen-settings.ts';

interface Provider {
  issuer: string;
  clientId: string;
  domains: string[];
}

interface NamedProvider extends Provider {
  clientSecret: string | undefined;
  /** As the person saw it; null where there was none. */
  seen: Provider | null;
  reason: string | undefined;
}

interface Naming {
  tenantId: string;
  encryption: Encryption;
  mayBeLocal: boolean;
  operator: DeskUser;
}

const KIND = 'use sign-on provider';

/**
 * One person names the provider, and another approves it: whoever runs it can sign in as anybody of the staff. Of one that is in use,
 * one person changes only what gives nobody more: the secret, and domains that are taken away.
 */
export async function nameProvider(
  tx: Tx,
  naming: Naming,
  { seen, reason, clientSecret, ...named }: NamedProvider,
): Promise<void> {
  const { tenantId, operator } = naming;
  await lockSettings(tx, tenantId);
  const now = await readSignOnSettings(tx, tenantId);
  if (!isSame(now ?? null, seen)) throw changedMeanwhile(now, named);
  const isInUse = now?.isApproved === true;
  if (isInUse && opensMore(now, named)) throw new Refusal('sign_on_in_use');
  if (!naming.mayBeLocal) requirePublicName(named.issuer);
  if (isInUse) {
    await setSingleSignOn(tx, naming, { ...named, clientSecret });
    return;
  }
  if (reason === undefined)
    throw new Refusal('setting_invalid', {
      message: 'Please say why. Whoever approves the provider reads it.',
    });
  // What is changed after somebody has read the request is asked for anew.
  await withdrawProvider(tx, tenantId, operator);
  await askApproval(tx, { tenantId, kind: KIND, subjectId: 0n, reason }, operator);
  await setSingleSignOn(tx, { ...naming, isApproved: false }, { ...named, clientSecret, isRequired: false });
}

export const withdrawProvider = (tx: Tx, tenantId: string, operator: DeskUser): Promise<void> =>
  withdrawWaiting(tx, { tenantId, kind: KIND, subjectId: 0n }, operator);

/** The portal asks this address, so it must not be one of a machine beside it. An operator can name one by command. */
function requirePublicName(issuer: string): void {
  const host = URL.parse(issuer)?.hostname ?? '';
  if (!/[a-z][a-z0-9-]*$/.test(host) || !host.includes('.'))
    throw new Refusal('setting_invalid', {
      message: 'The issuer is named by a host name, as the provider writes it.',
    });
}

const textOf = ({ issuer, clientId, domains }: Provider): string =>
  JSON.stringify([issuer, clientId, domains.toSorted()]);

const isSame = (one: Provider | null, other: Provider | null): boolean =>
  one === null || other === null ? one === other : textOf(one) === textOf(other);

const opensMore = (now: Provider, then: Provider): boolean =>
  now.issuer !== then.issuer ||
  now.clientId !== then.clientId ||
  then.domains.some((domain) => !now.domains.includes(domain.toLowerCase()));

const changedMeanwhile = (now: KeptSignOn | undefined, { issuer }: Provider): Refusal =>
  new Refusal('settings_changed_meanwhile', {
    message: `Somebody else has changed single sign-on meanwhile: it is ${
      now ? `“${now.issuer}”, for ${now.domains.join(', ')}` : 'removed'
    }, and you entered “${issuer}”. Nothing was saved.`,
  });
