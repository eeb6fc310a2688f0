-- Whether a tenant has posted the last bank day is part of how its night went.
create policy night_list on posting_runs for select using (app_night_list());
create index posting_runs_of_day on posting_runs (tenant_id, posted_on);
