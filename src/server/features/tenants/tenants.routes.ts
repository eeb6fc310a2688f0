import type { operatorSettingsContract } from '../../../shared/contract/operator-settings.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { Refusal } from '../../platform/errors.ts';
import { changeSettings, readSettings } from '../../tenant-settings/settings.ts';

export const tenantsHandlers = (): Handlers<typeof operatorSettingsContract> => ({
  settings: ({ tenantId, tx }) => readSettings(tx, tenantId),

  async changeSettings({ body, operator, tenantId, tx }) {
    // A token that may set names and colors must not be able to remove the waiting period in which a stolen account is
    // noticed.
    if (body.bankChangeHoldHours !== undefined && !operator.scopes.includes('payout-accounts'))
      throw new Refusal('scope_missing');
    await changeSettings(tx, tenantId, body, operator);
    return readSettings(tx, tenantId);
  },
});
