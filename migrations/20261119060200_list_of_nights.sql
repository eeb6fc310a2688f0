-- How each tenant's last night went is read in one query, however many tenants there are. This claim opens what that query needs,
-- for reading alone; with it a transaction has no tenant, and so it sees none of their other rows.
create function app_night_list() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.night_list', true), '') = 'on' $$;
create policy night_list on reconciliations for select using (app_night_list());
create policy night_list on disposal_runs for select using (app_night_list());
create policy night_list on nightly_reports for select using (app_night_list());
create policy night_list on syndicate_totals for select using (app_night_list());
create policy night_list on tenants for select using (app_night_list());

-- Whether a tenant has reports of a day is asked at every scrape, whatever the number of its nights.
create index nightly_reports_of_day on nightly_reports (tenant_id, report_date);
