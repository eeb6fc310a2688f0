-- The Nightly Syndication Report: one row per syndicate and day, written with the job that sends it. The key is why a report
-- goes out once, however often its day is asked for.
create table nightly_reports (
  tenant_id uuid not null,
  syndicate_id bigint not null,
  report_date date not null,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed')),
  -- Set before the mail is handed over, and the same for every try.
  message_id text,
  sending_since timestamptz,
  sent_at timestamptz,
  -- Why it is not sent, in our words: no address, nothing that a mail server said.
  failure text,
  -- CC addresses that were not valid or that the mail server refused.
  left_out_count smallint not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, syndicate_id, report_date),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id),
  check (state not in ('sending', 'sent') or message_id is not null),
  check ((state = 'sending') = (sending_since is not null)),
  check ((state = 'sent') = (sent_at is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index nightly_reports_open on nightly_reports (tenant_id, report_date) where state <> 'sent';
call protect_tenant_table('nightly_reports', 'select, insert, update');

-- What the report asks of a day. A payment is entered as returned some time after the bank returned it, a share some time
-- after it was agreed: what was entered on the day is reported, and these indexes find it among what is recent.
create index payments_returned on payments (tenant_id, returned_date) where returned_date is not null;
create index deal_status_changes_of_day on deal_status_changes (tenant_id, changed_at);
-- Not known of what is there already.
alter table participations add column created_at timestamptz;
alter table participations alter column created_at set default now();

-- Work that is done in each tenant has to know which there are. This claim opens the list of tenants and nothing else.
create function app_tenant_list() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.tenant_list', true), '') = 'on' $$;
create policy tenant_list on tenants using (app_tenant_list()) with check (false);
