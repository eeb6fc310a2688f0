import * as z from 'zod/mini';
import { WHY_NOT_ALONE } from '../domain/money-limits.ts';
import { id, wireObject } from './codecs.ts';
import { money } from './value-codecs.ts';

/** Whether somebody may do what was previewed without a second person. */
export const movingAlone = {
  /** Why it takes a second person; null when it does not. */
  secondPerson: ['second_person', z.nullable(z.enum(WHY_NOT_ALONE))],
  limitDollars: ['limit_dollars', z.int()],
  /** What the caller has moved alone today, under the same limit. */
  alone: ['moved_today', money],
  /** Who else can approve it, by name. */
  deciders: ['deciders', z.array(z.string())],
} as const;

/** What it does to the balance of an investor. */
export const investorEffect = wireObject({
  syndicateId: ['syndicate_id', id],
  syndicateName: ['syndicate_name', z.string()],
  before: ['before', money],
  after: ['after', money],
});
