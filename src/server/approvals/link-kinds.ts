import { sql } from 'kysely';
import { LINK_DAYS } from '../../shared/domain/issued-links.ts';
import { pathOf } from '../../shared/pages.ts';
import { readSendableOffer } from '../book/sendable-offer.ts';
import { issueCapability } from '../identity/capabilities.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { operatorName } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { readImportersOfLink } from './brought-in.ts';
import { type Kind, requireDeskUser, type Subject } from './kind.ts';

const DAY_SECONDS = 24 * 60 * 60;

async function readBrokerOf(tx: Tx, { tenantId, subjectId }: Pick<Subject, 'tenantId' | 'subjectId'>) {
  const { rows } = await sql<{ about: string; broker: string | null }>`
    select deal.name || ' (' || deal.mid || ')' as about, broker.name || ' of ' || broker.company_name as broker
    from offers offer join deals deal on deal.tenant_id = offer.tenant_id and deal.id = offer.deal_id
    left join brokers broker on broker.tenant_id = deal.tenant_id and broker.id = deal.broker_id
    where offer.tenant_id = ${tenantId}::uuid and offer.id = ${subjectId}`.execute(tx);
  return rows[0] ?? { about: `offer ${subjectId}`, broker: null };
}

/** What lets its holder act as somebody outside of the staff. */
export const LINK_APPROVALS = {
  'give out offer link': {
    subject: (id) => `offer ${id}`,
    async describe(tx, subject) {
      const { about, broker } = await readBrokerOf(tx, subject);
      return `Give out the link to the offer for ${about}. Whoever approves gets the link, once, and hands it to the broker${broker ? `, ${broker}` : ''}.`;
    },
    async facts(tx, subject) {
      const { about, broker } = await readBrokerOf(tx, subject);
      return [
        { label: 'Offer', value: about },
        { label: 'Broker', value: broker ?? 'not known' },
        { label: 'Link works', value: `${LINK_DAYS.default} days` },
      ];
    },
    // Who made the offer could accept it with the link, and hand it to a broker of their own.
    sources: (tx, { tenantId, subjectId: offerId }) => readImportersOfLink(tx, { tenantId, offerId }),
    async perform(tx, { tenantId, subjectId: offerId, approvalId }, operator) {
      const { userId } = requireDeskUser(operator);
      await readSendableOffer(tx, tenantId, offerId);
      const { id, token } = await issueCapability(tx, tenantId, {
        kind: 'offer',
        subjectId: offerId,
        seconds: LINK_DAYS.default * DAY_SECONDS,
        issuedBy: null,
        issuer: operatorName(operator),
        approvalId,
      });
      await recordAudit(tx, {
        actorId: userId,
        operator,
        action: 'offer link issued',
        subject: `offer ${offerId}`,
        details: { link: Number(id), approval: Number(approvalId) },
      });
      return { path: pathOf('offer', { offerId, token }) };
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;
