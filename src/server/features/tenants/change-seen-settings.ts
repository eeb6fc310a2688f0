import { weakenedBy } from '../../../shared/domain/protections.ts';
import {
  DESK_SETTING_NAMES,
  type DeskSettings,
  SETTING_NAMES,
  type SettingName,
  settingInWords,
} from '../../../shared/domain/setting-names.ts';
import type { DeskUser } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { readLastChanges } from '../../tenant-settings/last-changes.ts';
import { changeSettings, readSettings } from '../../tenant-settings/settings.ts';

export type SomeSettings = { readonly [K in SettingName]?: DeskSettings[K] | undefined };

interface SeenChange {
  change: SomeSettings;
  /** The same settings as the person saw them. */
  seen: SomeSettings;
}

/**
 * Changes settings that are still as the person saw them. If somebody else has changed one of them meanwhile, nothing is changed, and
 * the words have both values. One person alone makes no protection weaker.
 */
export async function changeSeenSettings(
  tx: Tx,
  tenantId: string,
  { change, seen }: SeenChange,
  operator: DeskUser,
): Promise<void> {
  await lockSettings(tx, tenantId);
  const now = await readSettings(tx, tenantId);
  const named = DESK_SETTING_NAMES.filter((name) => change[name] !== undefined && change[name] !== now[name]);
  const stale = named.filter((name) => seen[name] !== now[name]);
  if (stale.length > 0) throw await changedMeanwhile(tx, tenantId, stale, { now, change });
  const weakened = weakenedBy(now, change);
  if (weakened.length > 0) throw secondPersonNeeded(weakened.map((name) => SETTING_NAMES[name]));
  await changeSettings(tx, tenantId, change, operator);
}

/** Whoever changes them at the same moment comes after. Rows that only refer to the tenant do not wait. */
export const lockSettings = (tx: Tx, tenantId: string) =>
  tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().executeTakeFirstOrThrow();

const secondPersonNeeded = (names: readonly string[]) =>
  new Refusal('second_person_needed', {
    message: `${names.join(' and ')}: making this weaker takes two people. Please ask for it, and somebody else approves it.`,
  });

async function changedMeanwhile(
  tx: Tx,
  tenantId: string,
  stale: readonly SettingName[],
  { now, change }: { now: DeskSettings; change: SomeSettings },
): Promise<Refusal> {
  const last = await readLastChanges(tx, tenantId);
  const sentences = stale.map((name) => {
    const by = last.find(({ setting }) => setting === name)?.by ?? 'Somebody else';
    const [theirs, yours] = [now[name], change[name] ?? null].map((value) => settingInWords(name, value));
    return `${SETTING_NAMES[name]}: ${by} has set it to “${theirs}” meanwhile, and you entered “${yours}”.`;
  });
  return new Refusal('settings_changed_meanwhile', {
    message: `${sentences.join(' ')} Nothing was saved.`,
  });
}
