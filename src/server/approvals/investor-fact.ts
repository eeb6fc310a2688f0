import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

/** The investor of a request, by name and short name; whoever decides also reads what it was called in the last 30 days. */
export async function investorFact(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
): Promise<{ label: string; value: string }> {
  const { rows } = await sql<{ name: string; abbreviation: string; former: string[] }>`
    select s.name, s.abbreviation, array(
      select former.written from former_names former
      where former.tenant_id = s.tenant_id and former.syndicate_id = s.id and former.until > now() - interval '30 days'
        and former.written not in (s.name, s.abbreviation)
      order by former.kind desc, former.until desc
    ) as former
    from syndicates s where s.tenant_id = ${tenantId}::uuid and s.id = ${syndicateId}`.execute(tx);
  const [syndicate] = rows;
  if (!syndicate) return { label: 'Investor', value: '' };
  const { name, abbreviation, former } = syndicate;
  const before = former.length > 0 ? `, renamed lately, before ${former.join(', ')}` : '';
  return { label: 'Investor', value: `${name} (${abbreviation})${before}` };
}
