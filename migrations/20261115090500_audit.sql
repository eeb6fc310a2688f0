-- Each event's hash covers the one before it: a row changed or taken out by someone who got past the rights shows.
create table audit_events (
  tenant_id uuid not null references tenants (id),
  sequence bigint not null,
  at timestamptz not null default clock_timestamp(),
  actor_id bigint references users (id),
  action text not null,
  subject text,
  details jsonb not null default '{}',
  previous_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, sequence)
);

create table audit_heads (
  tenant_id uuid not null references tenants (id),
  sequence bigint not null,
  hash bytea not null,
  primary key (tenant_id)
);

create function audit_event_hash(previous bytea, sequence bigint, at timestamptz, actor bigint, action text, subject text, details jsonb)
returns bytea language sql immutable parallel safe as $$
  select sha256(previous || convert_to(
    jsonb_build_array(sequence, extract(epoch from at)::text, actor, action, subject, details)::text, 'utf8'))
$$;

-- The head's row lock makes the chain one after the other; it is held to the end of the business transaction.
create function append_audit_event(p_actor bigint, p_action text, p_subject text, p_details jsonb) returns void
language plpgsql as $$
declare
  head audit_heads;
  moment timestamptz := clock_timestamp();
begin
  insert into audit_heads values (app_tenant(), 0, '\x') on conflict do nothing;
  select * into head from audit_heads where tenant_id = app_tenant() for update;
  insert into audit_events (tenant_id, sequence, at, actor_id, action, subject, details, previous_hash, hash)
    values (app_tenant(), head.sequence + 1, moment, p_actor, p_action, p_subject, p_details, head.hash,
      audit_event_hash(head.hash, head.sequence + 1, moment, p_actor, p_action, p_subject, p_details))
    returning sequence, hash into head.sequence, head.hash;
  update audit_heads set sequence = head.sequence, hash = head.hash where tenant_id = app_tenant();
end $$;

-- The first event of the current tenant that does not follow from its content and its predecessor, or that the head knows of
-- and that is gone; null when the chain holds.
create function first_broken_audit_event() returns bigint language sql stable as $$
  select least(
    (select min(sequence) from (
    select sequence, hash, previous_hash,
      lag(hash, 1, '\x'::bytea) over (order by sequence) as expected_previous,
      row_number() over (order by sequence) as expected_sequence,
      audit_event_hash(previous_hash, sequence, at, actor_id, action, subject, details) as expected_hash
    from audit_events where tenant_id = app_tenant()
    ) chain
    where previous_hash <> expected_previous or hash <> expected_hash or sequence <> expected_sequence),
    (select head.sequence from audit_heads head
      left join audit_events event on event.tenant_id = head.tenant_id and event.sequence = head.sequence
      where head.tenant_id = app_tenant() and event.hash is distinct from head.hash))
$$;

call protect_tenant_table('audit_events', 'select, insert');
call make_append_only('audit_events');
call protect_tenant_table('audit_heads', 'select, insert, update');
