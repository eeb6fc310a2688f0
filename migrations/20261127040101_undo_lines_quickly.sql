-- Asked for each line that is taken out with an import. Looking the owner up in plans of their own took 0.25 ms a line, seven seconds for
-- a book of 28,000 lines; what is undone is asked first, because a tenant that moves has no import under way.
create or replace function is_undoing_import() returns boolean language plpgsql stable as $$
begin
  if coalesce(current_setting('app.undoing_import', true), '') <> 'on' then
    return false;
  end if;
  return current_user = (select pg_get_userbyid(relowner) from pg_class where oid = 'public.payout_lines'::regclass);
end $$;

create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('payout_lines', 'deal_status_changes', 'deal_terms') and is_undoing_import() then
    return old;
  end if;
  if tg_op = 'DELETE' and is_mover() and (select move_state from tenants where id = app_tenant()) in ('moved', 'arriving') then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
