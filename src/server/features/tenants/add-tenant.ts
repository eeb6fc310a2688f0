import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { requireSettings, type SettingsChange } from '../../tenant-settings/settings.ts';

export interface NewTenant extends SettingsChange {
  /** The short name for commands and addresses, e.g. 'northgate'. */
  slug: string;
  name: string;
  supportEmail: string;
}

/** The categories that brokers can choose from for their files. */
const FILE_CATEGORIES = [
  'Bank Statement',
  'Driver License',
  'Voided Check',
  'Application',
  'Contract',
  'Other',
];

/**
 * Adds a tenant with everything that it needs. Runs as the owner of the schema, because the server's role cannot add
 * tenants.
 */
export async function addTenant(owner: Database, tenant: NewTenant, operator: Operator): Promise<string> {
  const { slug, name, supportEmail, supportUrl = `mailto:${supportEmail}`, ...others } = tenant;
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(slug))
    throw new Refusal('setting_invalid', {
      message: 'A short name has 2 to 40 small letters, digits and hyphens, and begins with a letter.',
    });
  requireSettings({ name, supportEmail, supportUrl, ...others });
  const id = randomUUID();
  await withTenant(owner, id, async (tx) => {
    const { accountingEmail, mailFrom, brandColor, disclosesAccounts, bankChangeHoldHours } = others;
    const { principalMethod, statementsFrom } = others;
    const { clearingBankDays, recovery, queuePromises, checksCash, retentionMonths, dealRecordsMonths } =
      others;
    // Money is behind these accounts, so a tenant has to decide to do without.
    const { requiresSecondFactor = true } = others;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('tenants')
      .values({
        id,
        slug,
        name,
        supportEmail,
        supportUrl,
        requiresSecondFactor,
        ...(accountingEmail !== undefined && { accountingEmail }),
        ...(mailFrom !== undefined && { mailFrom }),
        ...(brandColor !== undefined && { brandColor }),
        ...(disclosesAccounts !== undefined && { disclosesAccounts }),
        ...(bankChangeHoldHours !== undefined && { bankChangeHoldHours }),
        ...(clearingBankDays !== undefined && { clearingBankDays }),
        ...(recovery !== undefined && { recovery }),
        ...(queuePromises !== undefined && { queuePromises }),
        ...(checksCash !== undefined && { checksCash }),
        ...(retentionMonths !== undefined && { retentionMonths }),
        ...(dealRecordsMonths !== undefined && { dealRecordsMonths }),
        ...(principalMethod !== undefined && { principalMethod }),
        ...(statementsFrom !== undefined && { statementsFrom }),
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('tenant_exists');
    await tx
      .insertInto('fileCategories')
      .values(FILE_CATEGORIES.map((category) => ({ tenantId: id, name: category })))
      .execute();
    await recordAudit(tx, {
      actorId: null,
      operator,
      action: 'tenant added',
      subject: 'tenant',
      details: { slug, name, requiresSecondFactor },
    });
  });
  return id;
}
