import { sql } from 'kysely';
import { isUnpaid } from '../../ledger/unpaid-dates.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { DisposalKind } from './disposal-kind.ts';
import { isHeld, isRunning, limitOf } from './past-use.ts';
import { removeDocuments } from './remove-documents.ts';
import { removedOn } from './removed-words.ts';

/**
 * Syndicates that nobody may look at any more, without a running deal and with nothing owed. Their name stays, because the
 * ledger says whom it paid; so do all amounts.
 */
export const closedSyndicates: DisposalKind = {
  name: 'closed syndicates',
  reason: ({ retentionMonths }) =>
    `all users closed, no running deal, nothing owed, last used more than ${retentionMonths} months ago`,

  async find(tx, tenantId, only) {
    const { rows } = await sql<{ id: bigint }>`
      select s.id from syndicates s
      where s.tenant_id = ${tenantId} and ${only === undefined ? sql`true` : sql`s.id = ${only}`}
        and (s.disposed_at is null or exists (
          select from syndicate_bank_accounts x where x.tenant_id = s.tenant_id and x.syndicate_id = s.id)
          or exists (
          select from document_recipients x where x.tenant_id = s.tenant_id and x.syndicate_id = s.id))
        and not exists (
          select from syndicate_totals x where x.tenant_id = s.tenant_id and x.syndicate_id = s.id and x.cash_cents <> 0)
        and not exists (
          select from syndicate_pay_dates x where x.tenant_id = s.tenant_id and x.syndicate_id = s.id and ${isUnpaid(tenantId, 'x')}
          having sum(x.net_pay_cents) > 0)
        and not exists (
          select from memberships m where m.tenant_id = s.tenant_id and m.syndicate_id = s.id
            and (not m.is_terminated or ${isHeld(tenantId, 'user', sql`m.user_id`)}))
        and not exists (
          select from participation_totals x where x.tenant_id = s.tenant_id and x.syndicate_id = s.id
            and ${isRunning(sql`x.deal_status`)})
        and not exists (
          select from bank_account_changes x where x.tenant_id = s.tenant_id and x.syndicate_id = s.id
            and x.state = 'pending')
        and not exists (
          select from change_notices x where x.tenant_id = s.tenant_id and x.syndicate_id = s.id
            and x.state = 'waiting')
        and not ${isHeld(tenantId, 'syndicate', sql`s.id`)}
        and greatest(
          s.created_at, s.used_at,
          (select max(x.closed_at) from memberships x where x.tenant_id = s.tenant_id and x.syndicate_id = s.id),
          (select max(x.last_pay_date) from participation_totals x
            where x.tenant_id = s.tenant_id and x.syndicate_id = s.id),
          (select max(x.created_at) from participations x where x.tenant_id = s.tenant_id and x.syndicate_id = s.id),
          (select max(x.created_at) from participation_invites x
            where x.tenant_id = s.tenant_id and x.syndicate_id = s.id),
          (select max(x.changed_at) from syndicate_bank_accounts x
            where x.tenant_id = s.tenant_id and x.syndicate_id = s.id),
          (select max(x.settled_at) from bank_account_changes x
            where x.tenant_id = s.tenant_id and x.syndicate_id = s.id),
          -- What was sent to it counts as owed no longer, but its bank may still send it back.
          (select max(run.made_at) from payout_run_items x
            join payout_runs run on run.tenant_id = x.tenant_id and run.id = x.run_id
            where x.tenant_id = s.tenant_id and x.syndicate_id = s.id and x.outcome = 'in file')
        ) < ${limitOf(tenantId, 'retentionMonths')}
      order by s.id`.execute(tx);
    return rows.map(({ id }) => ({ id, fileCount: 0 }));
  },

  async lock(tx, tenantId, id) {
    await sql`select from syndicates where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx);
    // A user who is let in again meanwhile waits, or was there first.
    await sql`select from memberships where tenant_id = ${tenantId} and syndicate_id = ${id} for update`.execute(
      tx,
    );
  },

  async remove(tx, tenantId, id) {
    const words = removedOn(new Date());
    await tx
      .deleteFrom('syndicateBankAccounts')
      .where('tenantId', '=', tenantId)
      .where('syndicateId', '=', id)
      .execute();
    await tx
      .updateTable('bankAccountChanges')
      .set({ bankName: words, holderName: null, accountNumberLast4: '0000', routingNumberLast4: '0000' })
      .where('tenantId', '=', tenantId)
      .where('syndicateId', '=', id)
      .execute();
    await tx
      .updateTable('changeNotices')
      .set({ accountNumberLast4: null, routingNumberLast4: null })
      .where('tenantId', '=', tenantId)
      .where('syndicateId', '=', id)
      .execute();
    await tx
      .updateTable('syndicates')
      .set({
        contactPerson: words,
        phoneNumber: null,
        phoneType: null,
        street: null,
        city: null,
        state: null,
        zip: null,
        // No mail address, so that whatever would be sent to it is refused instead.
        esignEmail: words,
        previousEsignEmail: null,
        esignEmailChangedAt: null,
        ccEmails: [],
        disposedAt: sql<Date>`now()`,
      })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await removeDocuments(tx, tenantId, id);
    await recordAudit(tx, { actorId: null, action: 'personal data removed', subject: `syndicate ${id}` });
  },
};
