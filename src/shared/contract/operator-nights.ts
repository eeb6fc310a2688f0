import * as z from 'zod/mini';
import { wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money } from './value-codecs.ts';

/** What the worker does every night, and a funder's system may ask for at another time. */
export const operatorReconciliationContract = {
  lastReconciliation: endpoint({
    method: 'GET',
    path: '/api/operator/v1/reconciliation',
    access: 'service token',
    scope: 'post',
    summary: 'The result of the last reconciliation; null before the first.',
    response: wireObject({
      last: [
        'last',
        z.nullable(
          wireObject({
            comparedAt: ['compared_at', z.iso.datetime()],
            isWhole: ['whole_book', z.boolean()],
            tiesOut: ['reconciles', z.boolean()],
            paymentCount: ['payments', z.int()],
            lineCount: ['lines', z.int()],
            netPay: ['paid_out', money],
            /** The first hundred, in words. */
            differences: ['differences', z.array(z.string())],
          }),
        ),
      ],
      isQueued: ['queued', z.boolean()],
    }),
  }),

  queueReconciliation: endpoint({
    method: 'POST',
    path: '/api/operator/v1/reconciliation',
    access: 'service token',
    scope: 'post',
    isRepeatable: true,
    records: ['reconciliation queued by hand'],
    summary:
      'Has the worker reconcile the book: what changed and a part of the rest, or with `all` everything. While one is waiting, another call changes nothing.',
    body: wireObject({ isWhole: ['all', z.optional(z.boolean())] }),
    response: wireObject({ isQueued: ['queued', z.boolean()] }),
  }),
};

export const operatorReportsContract = {
  queueReports: endpoint({
    method: 'POST',
    path: '/api/operator/v1/reports',
    access: 'service token',
    scope: 'post',
    isRepeatable: true,
    records: ['report queued by hand'],
    summary:
      'Has the worker send the Nightly Syndication Reports of a day that were not sent, by default of the last bank day that is over.',
    refusals: ['no_report_day'],
    body: wireObject({ date: ['date', z.optional(date)] }),
    response: wireObject({ date: ['date', date], count: ['to_be_sent', z.int()] }),
  }),
};
