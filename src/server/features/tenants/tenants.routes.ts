import type { operatorSettingsContract } from '../../../shared/contract/operator-settings.ts';
import type { Handlers } from '../../http/endpoints.ts';
import { changeSettings, readSettings } from './settings.ts';

export const tenantsHandlers = (): Handlers<typeof operatorSettingsContract> => ({
  settings: ({ tenantId, tx }) => readSettings(tx, tenantId),

  async changeSettings({ body, operator, tenantId, tx }) {
    await changeSettings(tx, tenantId, body, operator);
    return readSettings(tx, tenantId);
  },
});
