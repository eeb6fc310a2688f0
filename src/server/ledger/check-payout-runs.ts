import { CLOSED_RUN_STATES } from '../../shared/domain/payout-runs.ts';
import type { Tx } from '../platform/db/database.ts';
import { type CheckScope, findByChecks } from './check-scope.ts';
import type { Difference } from './difference.ts';

/** The few items that say what is left. The index of them has the same words. */
const leavesOrBringsIn = `kind <> 'withdrawal' and (outcome in ('held', 'blocked', 'carried') or returned_at is not null
  or carried_in_cents <> 0 or released_in_cents <> 0 or returned_in_cents <> 0)`;

const closed = CLOSED_RUN_STATES.map((state) => `'${state}'`).join(', ');

/**
 * Every approved run that does not have what the ledger has for its pay date, every one whose sums are not those of its items, and every
 * syndicate for which the pay dates that runs have not paid are not what the items of the runs leave.
 */
export function findRunDifferences(tx: Tx, scope: CheckScope, limit = 100): Promise<Difference[]> {
  const checks = { payout_run_items: itemsOfPayDates, payout_runs: sumsOfRuns, paid_pay_dates: leftByRuns };
  return findByChecks(tx, scope, checks, limit);
}

/** Nothing is posted for a closed pay date, so its run has each syndicate's net pay of that date. */
const itemsOfPayDates = `
  with run as (
    select id, pay_date, revision from payout_runs where tenant_id = :tenant and state in (${closed})
  ), paid as (
    select run.id as run_id, syndicate_id, net_pay_cents from syndicate_pay_dates
    join run using (pay_date) where tenant_id = :tenant :of_syndicate(syndicate_id)
  ), item as (
    select run.id as run_id, syndicate_id, sum(ledger_cents)::bigint as ledger_cents from payout_run_items
    join run on run.id = run_id and run.revision = payout_run_items.revision
    where tenant_id = :tenant and kind <> 'withdrawal' :of_syndicate(syndicate_id)
    group by run.id, syndicate_id
  )
  select jsonb_build_object('run_id', run_id, 'syndicate_id', syndicate_id) as key,
    jsonb_build_object('ledger_cents', coalesce(paid.net_pay_cents, 0)) as expected,
    case when item.run_id is not null then jsonb_build_object('ledger_cents', item.ledger_cents) end as actual
  from paid full join item using (run_id, syndicate_id)
  where coalesce(paid.net_pay_cents, 0) <> coalesce(item.ledger_cents, 0)`;

/** Of the runs that pay a syndicate of the scope. */
const sumsOfRuns = `
  with summed as (
    select run.id, sum(item.ledger_cents)::bigint as ledger_cents,
      sum(item.carried_in_cents + item.released_in_cents + item.returned_in_cents)::bigint as brought_in_cents,
      coalesce(sum(item.amount_cents) filter (where outcome = 'in file'), 0)::bigint as in_file_cents,
      coalesce(sum(item.amount_cents) filter (where outcome <> 'in file'), 0)::bigint as other_cents
    from payout_runs run
    join payout_run_items item on item.tenant_id = run.tenant_id and item.run_id = run.id and item.revision = run.revision
    where run.tenant_id = :tenant and run.state in (${closed}) and item.kind <> 'withdrawal' and exists (
      select from payout_run_items other where other.tenant_id = run.tenant_id and other.run_id = run.id
        and other.revision = run.revision :of_syndicate(other.syndicate_id))
    group by run.id
  )
  select jsonb_build_object('run_id', run.id) as key,
    jsonb_build_object('ledger_cents', summed.ledger_cents, 'brought_in_cents', summed.brought_in_cents,
      'in_file_cents', summed.in_file_cents, 'other_cents', summed.other_cents) as expected,
    jsonb_build_object('ledger_cents', run.ledger_cents, 'brought_in_cents', run.brought_in_cents,
      'in_file_cents', run.in_file_cents,
      'other_cents', run.kept_cents + run.held_cents + run.blocked_cents + run.carried_cents) as actual
  from summed join payout_runs run on run.tenant_id = :tenant and run.id = summed.id
  where (run.ledger_cents, run.brought_in_cents, run.in_file_cents,
      run.kept_cents + run.held_cents + run.blocked_cents + run.carried_cents)
    <> (summed.ledger_cents, summed.brought_in_cents, summed.in_file_cents, summed.other_cents)`;

/** What a made run leaves is carried on its pay dates until a later one pays it. A date without a made run is carried by none. */
const leftByRuns = `
  with made as (
    select id, revision, pay_date from payout_runs where tenant_id = :tenant and state in ('file made', 'settled')
  ), item as (
    select syndicate_id, sum(case when outcome in ('held', 'blocked', 'carried') or returned_at is not null then amount_cents else 0 end
      - carried_in_cents - released_in_cents - returned_in_cents)::bigint as left_cents
    from payout_run_items join made on made.id = run_id and made.revision = payout_run_items.revision
    where tenant_id = :tenant and ${leavesOrBringsIn} :of_syndicate(syndicate_id)
    group by syndicate_id
  ), day as (
    select syndicate_id, sum(net_pay_cents)::bigint as left_cents from syndicate_pay_dates
    where tenant_id = :tenant and payout_item_id is not null and not is_paid :of_syndicate(syndicate_id)
    group by syndicate_id
  ), without_item as (
    select syndicate_id, sum(net_pay_cents)::bigint as left_cents from syndicate_pay_dates join made using (pay_date)
    where tenant_id = :tenant and payout_item_id is null and not is_paid :of_syndicate(syndicate_id)
    group by syndicate_id
  )
  select jsonb_build_object('syndicate_id', syndicate_id) as key,
    jsonb_build_object('left_cents', coalesce(item.left_cents, 0), 'without_item_cents', 0) as expected,
    jsonb_build_object('left_cents', coalesce(day.left_cents, 0), 'without_item_cents', coalesce(without_item.left_cents, 0)) as actual
  from item full join day using (syndicate_id) full join without_item using (syndicate_id)
  where coalesce(item.left_cents, 0) <> coalesce(day.left_cents, 0) or without_item.left_cents is not null`;
