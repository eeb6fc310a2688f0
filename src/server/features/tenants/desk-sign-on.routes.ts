import type { deskSignOnContract } from '../../../shared/contract/desk-sign-on.ts';
import type { Staff } from '../../access/caller.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import type { Deps } from '../../deps.ts';
import { readSignOn } from '../../identity/single-sign-on.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import {
  type DomainProof,
  domainProofsOf,
  keepProof,
  lookUpProof,
  proofInWords,
} from '../../tenant-settings/domain-proofs.ts';
import {
  readSignOnSettings,
  removeSingleSignOn,
  requireSingleSignOn,
} from '../../tenant-settings/single-sign-on.ts';
import { lockSettings } from './change-seen-settings.ts';
import { nameProvider, withdrawProvider } from './name-provider.ts';
import { redirectUris } from './redirect-uris.ts';

type SignOnDeps = Pick<Deps, 'domainRecords' | 'encryption' | 'openId' | 'publicOrigin'>;

export const deskSignOnHandlers = (deps: SignOnDeps): Handlers<typeof deskSignOnContract> => {
  const { domainRecords, encryption, openId, publicOrigin } = deps;

  const proofsIn = async (tx: Tx, tenantId: string): Promise<DomainProof[]> => {
    const provider = await readSignOnSettings(tx, tenantId);
    return provider ? domainProofsOf(tenantId, provider) : [];
  };

  const readAll = async (tx: Tx, { tenantId, isOfOneTenant }: Staff) => ({
    provider: (await readSignOnSettings(tx, tenantId)) ?? null,
    domainProofs: (await proofsIn(tx, tenantId)).map(({ countsUntil, ...proof }) => ({
      ...proof,
      countsUntil: countsUntil?.toISOString() ?? null,
    })),
    callbacks: await redirectUris(tx, tenantId, publicOrigin),
    // Of staff, only a session of single sign-on is limited to one tenant.
    isCallerThere: isOfOneTenant,
  });

  return {
    signOn: ({ caller, tx }) => readAll(tx, caller),

    async saveSignOn({ body, caller, tx }) {
      const operator = await deskOperator(tx, caller);
      const mayBeLocal = openId.mayBeLocal;
      await nameProvider(tx, { tenantId: caller.tenantId, encryption, mayBeLocal, operator }, body);
      return readAll(tx, caller);
    },

    async checkSignOn({ inTransaction }) {
      const settings = await inTransaction((tx, { tenantId }) => readSignOn(tx, encryption, tenantId));
      if (!settings) throw new Refusal('sign_on_missing');
      return openId.check(settings);
    },

    async checkDomain({ body: { domain }, inTransaction }) {
      const proofs = await inTransaction((tx, { tenantId }) => proofsIn(tx, tenantId));
      const proof = proofs.find((one) => one.domain === domain.toLowerCase());
      if (!proof) throw new Refusal('sign_on_missing');
      const found = await lookUpProof(domainRecords, proof);
      if (found === 'proven')
        await inTransaction(async (tx, caller) =>
          keepProof(tx, caller.tenantId, proof.domain, await deskOperator(tx, caller)),
        );
      return { isProven: found === 'proven', words: proofInWords(proof, found) };
    },

    async requireSignOn({ caller, tx }) {
      const { tenantId } = caller;
      await lockSettings(tx, tenantId);
      if (!(await readSignOnSettings(tx, tenantId))?.isApproved) throw new Refusal('sign_on_missing');
      // With a password's session, whoever required it would be outside at once, and perhaps everybody with them.
      if (!caller.isOfOneTenant) throw new Refusal('sign_on_not_tried');
      await requireSingleSignOn(tx, tenantId, true, await deskOperator(tx, caller));
      return readAll(tx, caller);
    },

    async askNotToRequireSignOn({ body: { reason }, caller, tx }) {
      const { tenantId } = caller;
      const provider = await readSignOnSettings(tx, tenantId);
      if (!provider) throw new Refusal('sign_on_missing');
      if (!provider.isRequired) throw new Refusal('protection_not_weaker');
      const asked = { tenantId, kind: 'stop requiring single sign-on', subjectId: 0n, reason } as const;
      return { approvalId: await askApproval(tx, asked, await deskOperator(tx, caller)) };
    },

    async removeSignOn({ caller, tx }) {
      const { tenantId } = caller;
      await lockSettings(tx, tenantId);
      if ((await readSignOnSettings(tx, tenantId))?.isRequired)
        throw new Refusal('second_person_needed', {
          message: 'Single sign-on is required. Two people stop requiring it first; then it can be removed.',
        });
      const operator = await deskOperator(tx, caller);
      await withdrawProvider(tx, tenantId, operator);
      await removeSingleSignOn(tx, tenantId, operator);
      return readAll(tx, caller);
    },
  };
};
