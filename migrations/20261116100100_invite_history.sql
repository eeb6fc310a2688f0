-- What became of an invite, each time with an id by which an address of its page may name it. The ids come from where those of the
-- invites come from: no entry of one invite has the id of another, and the first entry has the invite's own.
create table invite_history (
  tenant_id uuid not null,
  id bigint not null default nextval(pg_get_serial_sequence('participation_invites', 'id')),
  invite_id bigint not null,
  event text not null check (event in ('invited', 'changed', 'mailed', 'adjustment requested', 'answered')),
  happened_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, invite_id) references participation_invites (tenant_id, id)
);
create index invite_history_of_invite on invite_history (tenant_id, invite_id);
call protect_tenant_table('invite_history', 'select, insert');
call make_append_only('invite_history');
grant usage on sequence participation_invites_id_seq to portal_app;

-- By the tables themselves, so that no way to write one goes past it.
create function note_invite() returns trigger language plpgsql as $$
begin
  insert into invite_history (tenant_id, id, invite_id, event) values (new.tenant_id, new.id, new.id, 'invited');
  return null;
end $$;
create trigger note_invite after insert on participation_invites for each row execute function note_invite();

create function note_invite_event() returns trigger language plpgsql as $$
begin
  insert into invite_history (tenant_id, invite_id, event)
  values (new.tenant_id, (to_jsonb(new) ->> tg_argv[1])::bigint, tg_argv[0]);
  return null;
end $$;
create trigger note_change after update on participation_invites for each row
  when ((old.offer_id, old.max_share_percent, old.offered_share_percent)
    is distinct from (new.offer_id, new.max_share_percent, new.offered_share_percent))
  execute function note_invite_event('changed', 'id');
create trigger note_mail after insert on link_mails for each row when (new.invite_id is not null)
  execute function note_invite_event('mailed', 'invite_id');
create trigger note_adjustment after insert on adjustment_requests for each row
  execute function note_invite_event('adjustment requested', 'invite_id');
create trigger note_answer after insert on pre_funding_acceptances for each row
  execute function note_invite_event('answered', 'invite_id');

-- Without a claim nothing is to be seen, also not by whoever owns the tables: what has happened so far, tenant by tenant.
do $$
declare
  listed uuid[];
  listed_tenant uuid;
begin
  perform set_config('app.tenant_list', 'on', true);
  select array_agg(id) into listed from tenants;
  foreach listed_tenant in array coalesce(listed, '{}') loop
    perform set_config('app.tenant', listed_tenant::text, true);
    insert into invite_history (tenant_id, id, invite_id, event, happened_at)
    select tenant_id, id, id, 'invited', created_at from participation_invites where tenant_id = listed_tenant;
    insert into invite_history (tenant_id, invite_id, event, happened_at)
    select listed_tenant, invite_id, event, happened_at
    from (
      select tenant_id, invite_id, 'mailed' as event, queued_at as happened_at from link_mails where invite_id is not null
      union all select tenant_id, invite_id, 'adjustment requested', requested_at from adjustment_requests
      union all select tenant_id, invite_id, 'answered', accepted_at from pre_funding_acceptances
    ) so_far
    where tenant_id = listed_tenant
    order by happened_at;
  end loop;
  perform set_config('app.tenant', '', true), set_config('app.tenant_list', '', true);
end $$;
