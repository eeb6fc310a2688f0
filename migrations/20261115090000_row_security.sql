-- Who is asking. The server sets these for one transaction (see src/server/platform/db/transactions.ts); every policy below reads them.
-- After a commit current_setting() gives '', not null, hence the nullif.
create function app_tenant() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant', true), '')::uuid $$;

create function app_user() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.user', true), '')::bigint $$;

-- The name typed at sign-in: it opens exactly the account of that name.
create function app_login() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.login', true), '') $$;

-- The hash of the token presented: it opens exactly the session of that token.
create function app_credential() returns bytea language sql stable parallel safe
  as $$ select decode(nullif(current_setting('app.credential', true), ''), 'hex') $$;

-- Every table that holds a tenant's rows goes through here, once, in the migration that creates it.
create procedure protect_tenant_table(target regclass, rights text default 'select, insert, update, delete')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant_isolation on %s using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())', target);
  execute format('grant %s on %s to portal_app', rights, target);
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- For tables whose rows are never changed: no right to, and a trigger for whoever has the right anyway.
create procedure make_append_only(target regclass) language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from portal_app', target);
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', target);
end $$;

revoke execute on procedure protect_tenant_table from public;
revoke execute on procedure make_append_only from public;
