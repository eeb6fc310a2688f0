import { sql } from 'kysely';
import { readForecasts } from '../../src/server/ledger/forecast/read-forecasts.ts';
import type { Tx } from '../../src/server/platform/db/database.ts';
import { HARBOR_CAPITAL } from './environment.ts';

export async function readForecast(tx: Tx, syndicateId: bigint) {
  const [forecast] = await readForecasts(tx, HARBOR_CAPITAL, [syndicateId]);
  if (!forecast) throw new Error('The demo has a forecast for each syndicate with deals.');
  const { rows } = await sql<{ openBalance: bigint }>`
    select coalesce(sum(p.anticipated_return_cents - coalesce(line.gross, 0)
      - (case when p.management_fee_upfront = 0
          then round(p.anticipated_return_cents * p.management_fee_percent / 100) else 0 end - coalesce(line.fee, 0))),
      0)::bigint as open_balance
    from participations p
    join deals d on d.tenant_id = p.tenant_id and d.id = p.deal_id
    left join (
      select participation_id, sum(gross_cents) as gross, sum(management_fee_cents) as fee from payout_lines group by 1
    ) line on line.participation_id = p.id
    where p.syndicate_id = ${syndicateId} and d.status not in ('Advance Completed', 'Complete with discount',
      'Early Pay Discount', 'Settled', 'Write-off', 'Cancelled')`.execute(tx);
  return { ...forecast, openBalance: rows[0]?.openBalance ?? 0n };
}
