import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type ListedLink, shownLink } from './listed-links.ts';

/** The links with what each is for in words: the deal of the offer, the company, or the person. */
export async function withSubjects(tx: Tx, tenantId: string, links: readonly ListedLink[]) {
  const names = await readSubjects(tx, tenantId, links);
  return links.map((link) => ({
    ...shownLink(link),
    about: names.get(keyOf(link)) ?? `${link.kind} ${link.subjectId}`,
  }));
}

const keyOf = ({ kind, subjectId }: Pick<ListedLink, 'kind' | 'subjectId'>): string => `${kind} ${subjectId}`;

async function readSubjects(tx: Tx, tenantId: string, links: readonly ListedLink[]) {
  const idsOf = (kind: ListedLink['kind']) =>
    links.filter((link) => link.kind === kind).map(({ subjectId }) => subjectId);
  const { rows } = await sql<{ kind: ListedLink['kind']; subjectId: bigint; about: string }>`
    select 'offer' as kind, offer.id as "subjectId", deal.name || ', ' || deal.mid as about
    from offers offer join deals deal on deal.tenant_id = offer.tenant_id and deal.id = offer.deal_id
    where offer.tenant_id = ${tenantId}::uuid and offer.id = any(${idsOf('offer')}::bigint[])
    union all
    select 'bank', company.id, company.name from companies company
    where company.tenant_id = ${tenantId}::uuid and company.id = any(${idsOf('bank')}::bigint[])
    union all
    select 'ticket', member.user_id, member.name from memberships member
    where member.tenant_id = ${tenantId}::uuid and member.user_id = any(${idsOf('ticket')}::bigint[])
      and member.name is not null`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row), row.about]));
}
