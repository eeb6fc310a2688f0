import type { ApprovalKind } from '../../shared/domain/approvals.ts';
import { maskedNumber } from '../../shared/domain/bank-account.ts';
import { requireMember } from '../identity/members.queries.ts';
import { requestFactorReset } from '../identity/request-factor-reset.ts';
import { shownAccount } from '../payout-accounts/current-account.ts';
import { readSourcesOfChange, releaseChange } from '../payout-accounts/release-change.ts';
import { readWaitingChange } from '../payout-accounts/waiting-changes.ts';
import { CASH_KINDS } from './cash-kind.ts';
import { DEAL_KINDS } from './deal-kinds.ts';
import { investorFact } from './investor-fact.ts';
import type { Kind } from './kind.ts';
import { LINK_APPROVALS } from './link-kinds.ts';
import { MONEY_KINDS } from './money-kinds.ts';
import { RETURN_KINDS } from './return-kinds.ts';
import { RUN_KINDS } from './run-kinds.ts';
import { SETTING_KINDS } from './setting-kinds.ts';

const ASKER_LEFT =
  'The person who asked for the new bank account no longer belongs to the investor, so the change was cancelled. Payouts go where they went before.';

function accountInWords({ bankName, accountNumberLast4, routingNumberLast4 }: ShownAccount): string {
  if (bankName === null || accountNumberLast4 === null) return 'None';
  return `${bankName}, account ${maskedNumber(accountNumberLast4)}, routing ${maskedNumber(routingNumberLast4 ?? '')}`;
}

type ShownAccount = Awaited<ReturnType<typeof shownAccount>>;

/** What is done once a second person has approved it. */
export const KINDS: Readonly<Record<ApprovalKind, Kind>> = {
  ...SETTING_KINDS,
  ...MONEY_KINDS,
  ...LINK_APPROVALS,
  ...RUN_KINDS,
  ...RETURN_KINDS,
  ...DEAL_KINDS,
  ...CASH_KINDS,
  'release bank change': {
    subject: (id) => `bank change ${id}`,
    async describe(tx, { tenantId, subjectId: changeId }) {
      const change = await readWaitingChange(tx, { tenantId, changeId });
      if (!change) return 'Let a change of bank account take effect now. It is no longer waiting.';
      const { syndicateName, bankName, accountNumberLast4 } = change;
      return `Pay ${syndicateName} to ${bankName}, account ${maskedNumber(accountNumberLast4)}, from now on.`;
    },
    async facts(tx, { tenantId, subjectId: changeId }) {
      const change = await readWaitingChange(tx, { tenantId, changeId });
      if (!change) return [];
      return [
        await investorFact(tx, tenantId, change.syndicateId),
        { label: 'Requested by', value: change.requestedByName ?? 'A system of the funder' },
        { label: 'Account today', value: accountInWords(await shownAccount(tx, { tenantId, ...change })) },
        { label: 'New account', value: accountInWords(change) },
        { label: 'From', value: 'The moment of approval' },
      ];
    },
    sources: (tx, { tenantId, subjectId: changeId }) => readSourcesOfChange(tx, { tenantId, changeId }),
    async perform(tx, { tenantId, subjectId: changeId }, operator) {
      return (await releaseChange(tx, { tenantId, changeId }, operator)) ? null : ASKER_LEFT;
    },
  },
  'reset second factor': {
    subject: (id) => `user ${id}`,
    async describe(tx, { tenantId, subjectId }) {
      // With the address: two people may have one name, and a person chooses theirs.
      const { name, email } = await requireMember(tx, tenantId, { id: subjectId });
      return `Remove the second factor of ${name} (${email}), 24 hours after it is approved. ${name} is told and can stop it.`;
    },
    async facts(tx, { tenantId, subjectId }) {
      const { name, email } = await requireMember(tx, tenantId, { id: subjectId });
      return [
        { label: 'Person', value: name },
        { label: 'E-mail', value: email },
        { label: 'From', value: '24 hours after the approval' },
      ];
    },
    async perform(tx, { tenantId, subjectId: id }, operator) {
      await requestFactorReset(tx, tenantId, { id }, operator);
      return null;
    },
  },
};
