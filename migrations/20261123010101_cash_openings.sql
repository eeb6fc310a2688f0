-- What was stored as the cash balance and as the net investment of a syndicate becomes the opening of its cash account. The columns
-- themselves are read and written no longer; they stay until no server of the release before needs them.
-- Of every tenant: row-level security hides the rows even from the owner of the tables.
alter table syndicates no force row level security;
alter table syndicate_totals no force row level security;
alter table cash_entries no force row level security;

insert into syndicate_totals (tenant_id, syndicate_id)
select tenant_id, id from syndicates where uses_cash_balance
on conflict (tenant_id, syndicate_id) do nothing;

insert into cash_entries (tenant_id, syndicate_id, kind, effective_date, amount_cents, contributed_cents, reason)
select syndicate.tenant_id, syndicate.id, 'opening', (now() at time zone 'America/New_York')::date, syndicate.cash_balance_cents,
  coalesce(syndicate.net_investment_override_cents,
    total.investment_cost_cents - total.net_pay_cents + syndicate.cash_balance_cents),
  'As it was stored before there were entries'
from syndicates syndicate
join syndicate_totals total on total.tenant_id = syndicate.tenant_id and total.syndicate_id = syndicate.id
where syndicate.uses_cash_balance
order by syndicate.tenant_id, syndicate.id;

update syndicate_totals total set cash_cents = opening.amount_cents, contributed_cents = opening.contributed_cents,
  cash_entered_through = opening.effective_date
from cash_entries opening
where opening.tenant_id = total.tenant_id and opening.syndicate_id = total.syndicate_id and opening.kind = 'opening';

alter table syndicates force row level security;
alter table syndicate_totals force row level security;
alter table cash_entries force row level security;
