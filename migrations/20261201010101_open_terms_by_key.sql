-- A session keeps the plan of a statement in a function. The one that opened a deal's terms was planned while the tenant had few deals, and
-- then read all of them for each deal of an import: 20,000 deals took a quarter of an hour. A deal that is named is found by its key, however
-- many there are.
create or replace function open_terms() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select tenant_id, deal_id from opened order by deal_id loop
    if not exists (select from deal_terms where tenant_id = one.tenant_id and deal_id = one.deal_id) then
      insert into deal_terms (tenant_id, deal_id, effective_date, payment_cents, payment_frequency, reason)
      select tenant_id, id, funded_date, payment_cents, payment_frequency, 'contract'
      from deals where tenant_id = one.tenant_id and id = one.deal_id;
    end if;
  end loop;
  insert into deal_standings (tenant_id, deal_id) select tenant_id, deal_id from opened on conflict do nothing;
  return null;
end $$;
