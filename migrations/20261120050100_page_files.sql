-- The files below /assets/ of the pages of this release, and of those before for a while: a page that a browser has open asks for
-- the files of its own release, whichever release the process runs that is asked. `portal migrate` writes them. They belong to no
-- tenant, so they have a schema of their own. The server reads them and cannot change what browsers will run.
create schema pages;
grant usage on schema pages to portal_app;

create table pages.files (
  name text primary key check (name ~ '^[A-Za-z0-9._-]{1,200}$'),
  body bytea not null,
  published_at timestamptz not null default now(),
  -- Since when no file of the newest release has this name.
  superseded_at timestamptz
);
grant select on pages.files to portal_app;
