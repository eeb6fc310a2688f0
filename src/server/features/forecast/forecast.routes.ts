import type { forecastContract } from '../../../shared/contract/forecast.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import { readForecasts } from '../../ledger/forecast/read-forecasts.ts';
import { exportForecast } from './export-forecast.ts';

export const forecastHandlers = (): Handlers<typeof forecastContract> => ({
  async forecast({ caller, params: { syndicateId }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const [stored] = await readForecasts(tx, caller.tenantId, [syndicateId]);
    return { forecast: stored?.asOf ? { ...stored, asOf: stored.asOf } : null };
  },

  async exportForecast({ caller, body: { syndicateId }, tx, recordUse }) {
    await requireSyndicate(tx, caller, syndicateId);
    const download = await exportForecast(tx, caller.tenantId, syndicateId);
    await recordUse(`syndicate ${syndicateId}`, { rows: download.rowCount });
    return download;
  },
});
