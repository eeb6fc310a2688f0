-- Which migrations have run is no secret: the doctor compares them with those it came with.
grant usage on schema migrations to portal_app;
grant select on migrations.kysely_migration to portal_app;
