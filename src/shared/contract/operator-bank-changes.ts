import * as z from 'zod/mini';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

const waitingChange = wireObject({
  id: ['id', id],
  syndicateId: ['syndicate_id', id],
  syndicate: ['syndicate', z.string()],
  /** Null for a change that the funder imported. */
  requestedBy: ['user_id', z.nullable(id)],
  email: ['user', z.nullable(z.string())],
  bankName: ['syndicate_bank_name', z.string()],
  accountNumber: ['syndicate_account_number', z.string()],
  requestedAt: ['requested_at', z.iso.datetime()],
  takesEffectAt: ['takes_effect_at', z.iso.datetime()],
});

export const operatorBankChangesContract = {
  bankChanges: endpoint({
    method: 'GET',
    path: '/api/operator/v1/bank_changes',
    access: 'service token',
    scope: 'payout-accounts',
    summary:
      'The changes of bank accounts that wait, by when they take effect. Numbers are masked except for the last four digits.',
    response: wireObject({ changes: ['bank_changes', z.array(waitingChange)] }),
  }),

  cancelBankChange: endpoint({
    method: 'POST',
    path: '/api/operator/v1/bank_changes/:bank_change_id/cancel',
    access: 'service token',
    scope: 'payout-accounts',
    records: ['bank change cancelled'],
    summary: 'Cancels a change of a bank account that waits, and tells the addresses on file.',
    refusals: ['bank_change_settled'],
    params: wireObject({ changeId: ['bank_change_id', pathId] }),
    response: wireObject({ changeId: ['id', id] }),
  }),
};
