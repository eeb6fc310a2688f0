import * as z from 'zod/mini';
import { DEAL_STATUSES } from '../domain/deal-status.ts';
import { mid, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { askedFields } from './operator-approval.ts';

export const operatorDealStatusContract = {
  setDealStatus: endpoint({
    method: 'POST',
    path: '/api/operator/v1/deals/status',
    access: 'service token',
    scope: 'post',
    isRepeatable: true,
    records: ['deal status changed', 'approval asked for'],
    summary:
      'Gives a funded deal another status. A status that contradicts what is owed is set all the same, and `warning` says so. What takes more from investors than the write-off limit of a day, and every settlement and discount, waits for an approval at the desk.',
    refusals: ['not_found', 'approval_waiting'],
    body: wireObject({
      mid: ['mid', mid],
      status: ['status', z.enum(DEAL_STATUSES)],
      reason: ['reason', z.string().check(z.trim(), z.minLength(1), z.maxLength(500))],
    }),
    response: wireObject({
      mid: ['mid', z.string()],
      status: ['status', z.string()],
      formerStatus: ['former_status', z.string()],
      warning: ['warning', z.nullable(z.string())],
      ...askedFields,
    }),
  }),
};
