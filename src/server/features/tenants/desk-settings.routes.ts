import type { deskSettingsContract } from '../../../shared/contract/desk-settings.ts';
import { type WeakeningKind, weakenedBy, weakenedTo } from '../../../shared/domain/protections.ts';
import type { Staff } from '../../access/caller.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { holdersOf } from '../../approvals/approvers.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { readLastChanges } from '../../tenant-settings/last-changes.ts';
import { readSettings, requireSettings } from '../../tenant-settings/settings.ts';
import { changeSeenSettings, lockSettings } from './change-seen-settings.ts';
import { listHosts } from './hosts.ts';

export const deskSettingsHandlers = (): Handlers<typeof deskSettingsContract> => ({
  settings: ({ caller, tx }) => readAll(tx, caller),

  async changeSettings({ body, caller, tx }) {
    await changeSeenSettings(tx, caller.tenantId, body, await deskOperator(tx, caller));
    return readAll(tx, caller);
  },

  async askToWeaken({ body: { kind, value = 0, reason }, caller, tx }) {
    const { tenantId } = caller;
    const change = weakenedTo(kind, value);
    requireSettings(change);
    await lockSettings(tx, tenantId);
    if (weakenedBy(await readSettings(tx, tenantId), change).length === 0)
      throw new Refusal('protection_not_weaker');
    const asked = { tenantId, kind, subjectId: subjectOf(kind, value), reason };
    return { approvalId: await askApproval(tx, asked, await deskOperator(tx, caller)) };
  },
});

/** The new number, so that it cannot become another one before it is approved. */
const subjectOf = (kind: WeakeningKind, value: number): bigint =>
  BigInt(Object.values(weakenedTo(kind, value)).find((to) => typeof to === 'number') ?? 0);

async function readAll(tx: Tx, { tenantId, userId }: Staff) {
  const { mailFrom, ...settings } = await readSettings(tx, tenantId);
  const holders = await holdersOf(tx, tenantId, 'change-settings');
  return {
    settings,
    lastChanges: (await readLastChanges(tx, tenantId)).map(({ at, ...change }) => ({
      ...change,
      at: at.toISOString(),
    })),
    mailFrom,
    hosts: await listHosts(tx, tenantId),
    others: holders.filter((holder) => holder.userId !== userId).map(({ name }) => name),
  };
}
