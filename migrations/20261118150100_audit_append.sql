-- The trail is written by one function alone. The server's role could insert into the table, and so put an event into the past, with a
-- hash that held. Now it may only read: `append_to_trail` runs with the rights of the tables' owner, takes the time itself, and is the one
-- function of its kind (docs/decisions/audit.md). Row-level security is forced for the owner too, so it writes nothing but the trail of the
-- transaction's own tenant.
--
-- An event of version 2 also says which network address a request came from, and its time is never before that of the event before it.
-- Events of version 1 stay as they were hashed.
alter table audit_events
  add column version smallint not null default 1,
  add column address inet,
  -- A long trail is not read for it while nobody can write; the last migration of this version does that.
  add constraint audit_events_version_check check (version in (1, 2)) not valid;

-- The time of the last event. Should the clock be set back, the events that follow keep this time until the clock has passed it.
alter table audit_heads add column at timestamptz;
alter table audit_heads no force row level security;
alter table audit_events no force row level security;
update audit_heads head set at = event.at
  from audit_events event where event.tenant_id = head.tenant_id and event.sequence = head.sequence;
alter table audit_events force row level security;
alter table audit_heads force row level security;

create function audit_event_hash(
  previous bytea, sequence bigint, at timestamptz, actor bigint, action text, subject text, details jsonb, address inet
)
returns bytea language sql immutable parallel safe as $$
  select sha256(previous || convert_to(
    jsonb_build_array(2, sequence, extract(epoch from at)::text, actor, action, subject, details, host(address))::text, 'utf8'))
$$;

-- With a time to be within, the event is a view, and is left out if one that it belongs to was recorded so short a time ago. That is asked
-- under the head's lock, because the calls of one page come at once. A transaction that writes many events remembers where the newest
-- version of the head's row lies: what is remembered ends, or is undone, with the transaction or savepoint that wrote it, as the row is.
create function append_to_trail(
  p_actor bigint, p_action text, p_subject text, p_details jsonb, p_address inet default null, p_within interval default null
)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid := app_tenant();
  place tid := nullif(current_setting('app.audit_head', true), '')::tid;
  last_sequence bigint;
  last_hash bytea;
  last_at timestamptz;
  moment timestamptz;
begin
  if tenant is null then
    raise exception 'An audit event belongs to a tenant, and none is claimed.' using errcode = 'insufficient_privilege';
  end if;
  select sequence, hash, at into last_sequence, last_hash, last_at
    from audit_heads where ctid = place and tenant_id = tenant for update;
  if not found then
    insert into audit_heads (tenant_id, sequence, hash) values (tenant, 0, '\x') on conflict do nothing;
    select ctid, sequence, hash, at into place, last_sequence, last_hash, last_at
      from audit_heads where tenant_id = tenant for update;
  end if;
  if p_within is not null and is_view_recorded(p_actor, p_action, p_subject, p_details ->> 'session', p_within) then
    return;
  end if;
  -- Asked after the lock, so that the events of several writers have their times in the order of the chain.
  moment := greatest(clock_timestamp(), last_at);
  insert into audit_events (
      tenant_id, sequence, at, actor_id, action, subject, details, address, version, previous_hash, hash)
    values (tenant, last_sequence + 1, moment, p_actor, p_action, p_subject, p_details, p_address, 2, last_hash,
      audit_event_hash(last_hash, last_sequence + 1, moment, p_actor, p_action, p_subject, p_details, p_address))
    returning hash into last_hash;
  update audit_heads set sequence = last_sequence + 1, hash = last_hash, at = moment
    where ctid = place returning ctid into strict place;
  perform set_config('app.audit_head', place::text, true);
end $$;
revoke execute on function append_to_trail from public;
grant execute on function append_to_trail to portal_app;

revoke insert, update, delete, truncate on audit_events, audit_heads from portal_app;

-- For as long as the previous version runs beside this one, which calls these two.
create or replace function append_audit_event(p_actor bigint, p_action text, p_subject text, p_details jsonb) returns void
language plpgsql as $$
begin
  perform append_to_trail(p_actor, p_action, p_subject, p_details);
end $$;

create or replace function append_view_event(p_actor bigint, p_action text, p_subject text, p_details jsonb, p_within interval)
returns void language plpgsql as $$
begin
  perform append_to_trail(p_actor, p_action, p_subject, p_details, null, p_within);
end $$;

-- Of version 2, an event is also broken when its time is before that of its predecessor; and no event of version 1 follows one of
-- version 2. Earlier times are not compared: they were taken before the head was locked.
create or replace function check_audit_events(p_after bigint, p_previous bytea, p_limit integer)
returns table (checked bigint, last_sequence bigint, last_hash bytea, first_broken bigint)
language sql stable as $$
  with part as materialized (
    select sequence, hash, previous_hash, version, at,
      lag(hash, 1, p_previous) over (order by sequence) as expected_previous,
      lag(at, 1, (select at from audit_events where tenant_id = app_tenant() and sequence = p_after))
        over (order by sequence) as previous_at,
      lag(version, 1, (select version from audit_events where tenant_id = app_tenant() and sequence = p_after))
        over (order by sequence) as previous_version,
      p_after + row_number() over (order by sequence) as expected_sequence,
      case
        when version = 2 then audit_event_hash(previous_hash, sequence, at, actor_id, action, subject, details, address)
        when address is null then audit_event_hash(previous_hash, sequence, at, actor_id, action, subject, details)
      end as expected_hash
    from (
      select * from audit_events where tenant_id = app_tenant() and sequence > p_after order by sequence limit p_limit
    ) event
  )
  select count(*), max(sequence), (select hash from part order by sequence desc limit 1),
    min(expected_sequence) filter (
      where previous_hash <> expected_previous or hash is distinct from expected_hash or sequence <> expected_sequence
        or version < previous_version or (version = 2 and at < previous_at))
  from part
$$;
