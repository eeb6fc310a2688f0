-- The trail is read by time, by who, by what was done and by what it was done to.
create index audit_events_by_time on audit_events (tenant_id, at);
create index audit_events_by_actor on audit_events (tenant_id, actor_id, sequence);
create index audit_events_by_action on audit_events (tenant_id, action, sequence);
create index audit_events_by_subject on audit_events (tenant_id, subject, at);

-- A part of the current tenant's chain, checked: what follows an event, up to a number of them. `first_broken` is the first that
-- is missing, or that does not follow from its content and its predecessor. In parts, so that a long chain takes little memory.
create function check_audit_events(p_after bigint, p_previous bytea, p_limit integer)
returns table (checked bigint, last_sequence bigint, last_hash bytea, first_broken bigint)
language sql stable as $$
  with part as materialized (
    select sequence, hash, previous_hash,
      lag(hash, 1, p_previous) over (order by sequence) as expected_previous,
      p_after + row_number() over (order by sequence) as expected_sequence,
      audit_event_hash(previous_hash, sequence, at, actor_id, action, subject, details) as expected_hash
    from (
      select * from audit_events where tenant_id = app_tenant() and sequence > p_after order by sequence limit p_limit
    ) event
  )
  select count(*), max(sequence), (select hash from part order by sequence desc limit 1),
    min(expected_sequence) filter (
      where previous_hash <> expected_previous or hash <> expected_hash or sequence <> expected_sequence)
  from part
$$;
drop function first_broken_audit_event();

-- Whether a view has been recorded that this one belongs to: of the same thing, by the same session, a moment ago. Most calls of
-- a page ask this, so its plan is kept.
create function is_view_recorded(p_actor bigint, p_action text, p_subject text, p_session text, p_within interval)
returns boolean language plpgsql stable as $$
begin
  return exists (
    select from audit_events
    where tenant_id = app_tenant() and subject = p_subject and at > now() - p_within
      and action = p_action and actor_id is not distinct from p_actor and details ->> 'session' = p_session);
end $$;

-- Asked again under the head's lock: the calls of one page come at once.
create function append_view_event(p_actor bigint, p_action text, p_subject text, p_details jsonb, p_within interval)
returns void language plpgsql as $$
begin
  insert into audit_heads values (app_tenant(), 0, '\x') on conflict do nothing;
  perform from audit_heads where tenant_id = app_tenant() for update;
  if not is_view_recorded(p_actor, p_action, p_subject, p_details ->> 'session', p_within) then
    perform append_audit_event(p_actor, p_action, p_subject, p_details);
  end if;
end $$;
