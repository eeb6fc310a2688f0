-- What one person of the funder's staff asks for and another one approves.
create table approvals (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('release bank change', 'reset second factor')),
  -- The change of a bank account, or the user, by the kind.
  subject_id bigint not null,
  reason text not null check (length(reason) between 1 and 500),
  asked_by bigint not null references users (id),
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decision text check (decision in ('approved', 'rejected', 'withdrawn', 'expired')),
  decided_by bigint references users (id),
  decided_at timestamptz,
  primary key (tenant_id, id),
  constraint another_person_decides check (decided_by <> asked_by),
  check ((decision is null) = (decided_at is null)),
  check (coalesce(decision in ('approved', 'rejected'), false) = (decided_by is not null))
);
create unique index one_open_approval on approvals (tenant_id, kind, subject_id) where decision is null;

call protect_tenant_table('approvals', 'select, insert, update');

-- Who of these members of the tenant has a second factor. Second factors are visible to their owner only, so each member is claimed
-- in turn, and the claim that was there before is restored. Nothing is said of people who have not accepted the tenant's invitation.
create function members_with_second_factor(tenant uuid, members bigint[]) returns setof bigint language plpgsql as $$
declare
  former text := coalesce(current_setting('app.user', true), '');
  member bigint;
begin
  for member in
    select m.user_id from memberships m
    where m.tenant_id = tenant and m.user_id = any (members) and m.accepted_at is not null
  loop
    execute format('set local app."user" = %L', member);
    if exists (select from user_totp f where f.user_id = member)
      or exists (select from user_passkeys f where f.user_id = member) then
      return next member;
    end if;
  end loop;
  execute format('set local app."user" = %L', former);
end $$;
