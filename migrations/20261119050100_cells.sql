-- A cell is a whole portal with its own database. Its number decides from which range its ids come (docs/decisions/cells.md).
-- The number is written once, by `portal migrate`. A database without a row is cell 0.
create schema cells;
grant usage on schema cells to portal_app;

create table cells.this_cell (
  is_this boolean primary key default true check (is_this),
  number integer not null check (number between 0 and 899),
  numbered_at timestamptz not null default now()
);
grant select on cells.this_cell to portal_app;
