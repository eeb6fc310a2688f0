-- Data about people is removed some time after its last use (docs/retention.md). For that the database records since when a membership
-- is closed, when a syndicate, a company or a broker was last written, and when its personal data was removed.

-- How long, as each funder decides within limits. The Safeguards Rule (16 CFR 314.4(c)(6)) allows two years after the last use; the
-- records of a deal that was funded are part of the funder's books and are kept longer.
alter table tenants
  add column retention_months smallint not null default 24 check (retention_months between 6 and 24),
  add column deal_records_months smallint not null default 84 check (deal_records_months between 24 and 120);
grant update (retention_months, deal_records_months) on tenants to portal_app;

alter table memberships add column closed_at timestamptz;
alter table syndicates add column used_at timestamptz, add column disposed_at timestamptz;
alter table companies add column used_at timestamptz, add column disposed_at timestamptz;
alter table brokers add column used_at timestamptz, add column disposed_at timestamptz;
alter table users add column disposed_at timestamptz;

-- A membership that was closed before is counted from the audit event, and from now on where there is none. A company or a broker with
-- a deal is dated by the deal; one without any is counted from now on.
do $$
declare
  listed uuid[];
  listed_tenant uuid;
begin
  perform set_config('app.tenant_list', 'on', true);
  select array_agg(id) into listed from tenants;
  foreach listed_tenant in array coalesce(listed, '{}') loop
    perform set_config('app.tenant', listed_tenant::text, true);
    update memberships m set closed_at = coalesce((
      select max(event.at) from audit_events event
      where event.tenant_id = m.tenant_id and event.action = 'user closed' and event.subject = 'user ' || m.user_id), now())
    where m.tenant_id = listed_tenant and m.is_terminated;
    update companies c set used_at = now() where c.tenant_id = listed_tenant
      and not exists (select from deals d where d.tenant_id = c.tenant_id and d.company_id = c.id);
    update brokers b set used_at = now() where b.tenant_id = listed_tenant
      and not exists (select from deals d where d.tenant_id = b.tenant_id and d.broker_id = b.id);
  end loop;
  perform set_config('app.tenant', '', true), set_config('app.tenant_list', '', true);
end $$;
alter table syndicates alter column used_at set default now();
alter table companies alter column used_at set default now();
alter table brokers alter column used_at set default now();

-- By triggers, so that a process of the previous version keeps the dates too.
create function note_closing() returns trigger language plpgsql as $$
begin
  if not new.is_terminated then
    new.closed_at := null;
  elsif new.closed_at is null then
    new.closed_at := now();
  end if;
  return new;
end $$;
create trigger note_closing before insert or update on memberships
  for each row execute function note_closing();
alter table memberships add constraint memberships_closed_at_check check (is_terminated = (closed_at is not null)) not valid;
alter table memberships validate constraint memberships_closed_at_check;

-- Whoever writes such a row again uses it again, and what was written can be removed again.
create function note_use() returns trigger language plpgsql as $$
begin
  if new.disposed_at is not distinct from old.disposed_at then
    new.disposed_at := null;
    if new.used_at is not distinct from old.used_at then
      new.used_at := now();
    end if;
  end if;
  return new;
end $$;
create trigger note_use before update on syndicates for each row execute function note_use();
create trigger note_use before update on companies for each row execute function note_use();
create trigger note_use before update on brokers for each row execute function note_use();

-- An account's names change once, when they are removed: only while every tenant's membership is in sight, and none of them open.
grant update (email, login_name, disposed_at) on users to portal_app;
create function keep_account_names() returns trigger language plpgsql as $$
begin
  if old.disposed_at is not null or new.disposed_at is null or new.password_hash is not null or app_tenant() is not null
    or exists (select from memberships m where m.user_id = new.id and not m.is_terminated) then
    raise exception 'an account keeps its names until all its memberships are closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_account_names before update on users for each row
  when ((old.email, old.login_name, old.disposed_at) is distinct from (new.email, new.login_name, new.disposed_at))
  execute function keep_account_names();

-- A token is deleted after the provider has removed it too.
grant delete on bank_connections to portal_app;

-- A reason for which nothing is removed: a lawsuit, an audit, an investigation. Of the whole tenant or of one subject.
create table legal_holds (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  subject_kind text not null check (subject_kind in ('tenant', 'user', 'syndicate', 'company')),
  subject_id bigint,
  reason text not null check (length(reason) between 1 and 500),
  placed_at timestamptz not null default now(),
  lifted_at timestamptz,
  primary key (tenant_id, id),
  check ((subject_kind = 'tenant') = (subject_id is null))
);
create unique index legal_holds_once_each on legal_holds (tenant_id, subject_kind, coalesce(subject_id, 0))
  where lifted_at is null;
call protect_tenant_table('legal_holds', 'select, insert, update');

-- What each run removed. A run that was cut off has no end; the next one goes on where it stopped.
create table disposal_runs (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  removed_counts jsonb not null default '{}',
  failed_count integer not null default 0 check (failed_count >= 0),
  primary key (tenant_id, id)
);
create index disposal_runs_by_end on disposal_runs (tenant_id, finished_at desc nulls last);
call protect_tenant_table('disposal_runs', 'select, insert, update');
