import * as z from 'zod/mini';
import { id, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money } from './value-codecs.ts';

const moment = z.iso.datetime();

const investor = wireObject({ syndicateId: ['syndicate_id', id], name: ['syndicate', z.string()] });

const difference = wireObject({
  id: ['difference_id', id],
  /** Where it was found, in words. */
  place: ['place', z.string()],
  /** Whom it concerns, the first of them; none where it is of the funder's own figures. */
  investors: ['investors', z.array(investor)],
  investorCount: ['number_of_investors', z.int()],
  dealId: ['deal_id', z.nullable(id)],
  dealName: ['deal_name', z.nullable(z.string())],
  payDate: ['pay_date', z.nullable(date)],
  /** Which figure of the place differs, in words. */
  figure: ['figure', z.string()],
  /** As text, because not each is an amount; null where there should be nothing. */
  expected: ['expected', z.nullable(z.string())],
  /** Null where it is missing. */
  found: ['found', z.nullable(z.string())],
  /** What was found less what was expected; null where they are no amounts. */
  gap: ['gap', z.nullable(money)],
  foundAt: ['found_at', moment],
});

const stoppedRun = wireObject({
  runId: ['run_id', id],
  payDate: ['pay_date', date],
  amount: ['amount', money],
});

/** Where the book does not reconcile, and what stands still until it does. */
export const deskDifferencesContract = {
  differences: endpoint({
    method: 'GET',
    access: 'staff',
    needs: ['view-desk'],
    path: '/api/desk/v1/differences',
    summary:
      'The differences that the last reconciliation found and none has found gone since, with whom each concerns.',
    response: wireObject({
      /** Null before the first reconciliation. */
      comparedAt: ['compared_at', z.nullable(moment)],
      lineCount: ['lines', z.int()],
      /** When the book last agreed to the cent. */
      agreedAt: ['agreed_at', z.nullable(moment)],
      isChecking: ['is_checking', z.boolean()],
      differenceCount: ['number_of_differences', z.int()],
      investorCount: ['number_of_investors', z.int()],
      /** All amounts together, each counted as positive, and found less expected. */
      sum: ['sum', money],
      net: ['net', money],
      oldest: ['oldest', z.nullable(moment)],
      differences: ['differences', z.array(difference)],
      /** The payout run that cannot be approved, or whose bank file cannot be made. */
      stoppedRun: ['stopped_run', z.nullable(stoppedRun)],
    }),
  }),

  checkAgain: endpoint({
    method: 'POST',
    access: 'staff',
    needs: ['view-desk'],
    path: '/api/desk/v1/differences/check',
    records: ['differences checked again'],
    isRepeatable: true,
    summary: 'Compares the listed differences again, and nothing else.',
    response: wireObject({ isChecking: ['is_checking', z.boolean()] }),
  }),
};
