-- When a person last looked at a syndicate's dashboard: the strip above its tabs says what has happened since.
create table last_visits (
  tenant_id uuid not null,
  user_id bigint not null references users (id),
  syndicate_id bigint not null,
  -- The last visit on an earlier day than that of the newest one; null when there has been none.
  earlier_visit_at timestamptz,
  -- The first visit of the newest day. Later ones of the day change nothing, so that reloading does not empty the strip.
  visited_at timestamptz not null default now(),
  -- Everything up to here was hidden by the person; null when nothing was.
  hidden_through timestamptz,
  primary key (tenant_id, user_id, syndicate_id),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id),
  check (earlier_visit_at < visited_at)
);
create index last_visits_of_user on last_visits (user_id);
call protect_tenant_table('last_visits');

-- What was entered since a moment, of a syndicate where the table knows it.
create index participations_by_entry on participations (tenant_id, syndicate_id, created_at);
create index lines_taken_back on payout_lines (tenant_id, syndicate_id, posted_at) where is_reversal;
create index returns_by_entry on payments (tenant_id, recorded_at) where status = 'returned';
create index deal_alerts_by_opening on deal_alerts (tenant_id, opened_at);
create index deal_alerts_by_closing on deal_alerts (tenant_id, closed_at) where closed_at is not null;
