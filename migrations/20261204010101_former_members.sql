-- Who belonged to a syndicate before. Whoever manages people could close all of its members, let in a mailbox of their own and ask in it for
-- another payout account: those who were there until lately are told of that too. A trigger keeps them, so that no way of leaving can leave
-- one out: closing, another syndicate, another role, an import, the previous version of the server.
alter table memberships no force row level security;
create table former_members (
  tenant_id uuid not null,
  -- References nothing: it was the membership's. The lock of a reference would wait for whoever changes the syndicate, who may wait for the
  -- membership; and a syndicate that an undone import takes away takes nobody's past with it.
  syndicate_id bigint not null,
  user_id bigint not null,
  until timestamptz not null default now(),
  -- One row for each time that somebody left.
  primary key (tenant_id, syndicate_id, user_id, until),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id)
);
create index former_members_past on former_members (until);

-- Those whose membership was closed before. Who was moved to another syndicate is not known any more.
insert into former_members (tenant_id, syndicate_id, user_id, until)
  select tenant_id, syndicate_id, user_id, closed_at from memberships
  where is_terminated and accepted_at is not null and syndicate_id is not null and closed_at > now() - interval '45 days';
alter table memberships force row level security;

call protect_tenant_table('former_members', 'select, insert, delete');
-- Told are those of the thirty days before a change was asked for, until it is settled, which takes a week at most. Only what nobody is told
-- at any more can be deleted.
create policy past on former_members using (app_purge() and until < now() - interval '45 days') with check (false);
create policy only_past on former_members as restrictive for delete using (until < now() - interval '45 days');

create function keep_former_member() returns trigger language plpgsql as $$
begin
  insert into former_members (tenant_id, syndicate_id, user_id)
    values (old.tenant_id, old.syndicate_id, old.user_id) on conflict do nothing;
  return null;
end $$;
create trigger keep_former_member after update of is_terminated, accepted_at, syndicate_id on memberships
  for each row when (
    old.syndicate_id is not null and old.accepted_at is not null and not old.is_terminated
    and (new.is_terminated or new.accepted_at is null or new.syndicate_id is distinct from old.syndicate_id))
  execute function keep_former_member();
