import { execFileSync } from 'node:child_process';
import type { LineRow, ShareRow } from './work-out.ts';

/** Rows as PostgreSQL's own client prints them, without the portal's code. */
export function openDump(url: string) {
  const ask = (claims: string, query: string): string[][] =>
    execFileSync(
      'psql',
      [url, '-qAtX', '-v', 'ON_ERROR_STOP=1', '-c', claims, '-c', `copy (${query}) to stdout`],
      {
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
      },
    )
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
  return {
    ofTenant: (slug: string) => {
      const [[tenantId = ''] = []] = ask(
        `set app.tenant_list = 'on'`,
        `select id from tenants where slug = '${slug}'`,
      );
      const rows = (query: string) => ask(`set app.tenant = '${tenantId}'`, query);
      const one = (query: string) => rows(query)[0]?.[0] ?? '';
      return {
        today: one(`select (now() at time zone 'America/New_York')::date`),
        syndicates: () =>
          rows(`select id, abbreviation from syndicates s
            where exists (select from participations p where p.syndicate_id = s.id) order by id`).map(
            ([id = '', abbreviation = '']) => ({ id, abbreviation }),
          ),
        shares: (syndicateId: string): ShareRow[] =>
          rows(`select p.id, p.agreement_date, d.funded_date, d.status, coalesce(c.industry, ''), p.investment_cost_cents,
              p.anticipated_return_cents, p.management_fee_percent, p.management_fee_upfront <> 0
            from participations p join deals d on d.id = p.deal_id join companies c on c.id = d.company_id
            where p.syndicate_id = ${syndicateId}`).map(
            ([
              id = '',
              agreed = '',
              funded = '',
              status = '',
              industry = '',
              cost = '',
              rtr = '',
              fee = '',
              upfront,
            ]) => ({
              ...{ id, agreed, funded, status, industry, feePercent: fee, isFeeUpfront: upfront === 't' },
              ...{ cost: BigInt(cost), rtr: BigInt(rtr) },
            }),
          ),
        lines: (syndicateId: string): LineRow[] =>
          rows(`select participation_id, pay_date, gross_cents, management_fee_cents, net_pay_cents
            from payout_lines where syndicate_id = ${syndicateId}`).map(
            ([shareId = '', payDate = '', gross = '', fee = '', net = '']) => ({
              ...{ shareId, payDate, gross: BigInt(gross), fee: BigInt(fee), net: BigInt(net) },
            }),
          ),
        /** Null without an account. */
        cash: (syndicateId: string): { posted: bigint; askedFor: bigint } | null => {
          const entries =
            rows(`select amount_cents, effective_date <= (now() at time zone 'America/New_York')::date
            from cash_entries where syndicate_id = ${syndicateId}`);
          if (entries.length === 0) return null;
          const add = (list: string[][]) => list.reduce((total, [cents = '0']) => total + BigInt(cents), 0n);
          return {
            posted: add(entries.filter(([, isPosted]) => isPosted === 't')),
            askedFor: add(
              rows(
                `select amount_cents from withdrawal_requests where syndicate_id = ${syndicateId} and state = 'asked for'`,
              ),
            ),
          };
        },
        recovery: one(`select recovery from tenants where id = '${tenantId}'`),
      };
    },
  };
}
