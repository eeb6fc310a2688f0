-- A transaction that writes many events writes as many versions of the head's row, and found the newest by looking through all of
-- those before it: twice as many events took four times as long. Now the transaction remembers where the newest one lies. What is
-- remembered ends, or is undone, with the transaction or savepoint that wrote it, as the row is; should nothing of the tenant's lie
-- there, the row is looked up by its key.
create or replace function append_audit_event(p_actor bigint, p_action text, p_subject text, p_details jsonb) returns void
language plpgsql as $$
declare
  place tid := nullif(current_setting('app.audit_head', true), '')::tid;
  last_sequence bigint;
  last_hash bytea;
  moment timestamptz := clock_timestamp();
begin
  select sequence, hash into last_sequence, last_hash
    from audit_heads where ctid = place and tenant_id = app_tenant() for update;
  if not found then
    insert into audit_heads values (app_tenant(), 0, '\x') on conflict do nothing;
    select ctid, sequence, hash into place, last_sequence, last_hash
      from audit_heads where tenant_id = app_tenant() for update;
  end if;
  insert into audit_events (tenant_id, sequence, at, actor_id, action, subject, details, previous_hash, hash)
    values (app_tenant(), last_sequence + 1, moment, p_actor, p_action, p_subject, p_details, last_hash,
      audit_event_hash(last_hash, last_sequence + 1, moment, p_actor, p_action, p_subject, p_details))
    returning hash into last_hash;
  update audit_heads set sequence = last_sequence + 1, hash = last_hash where ctid = place returning ctid into strict place;
  perform set_config('app.audit_head', place::text, true);
end $$;
