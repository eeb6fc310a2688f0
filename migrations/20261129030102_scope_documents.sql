-- A service token may be issued for sending documents. What the previous version issues is allowed as before.
do $$
declare
  known text[];
begin
  select array_agg(distinct named[1]) into known
  from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''::text', 'g') as named
  where conrelid = 'service_tokens'::regclass and conname = 'service_tokens_known_scopes_check';
  known := known || array['documents'];
  alter table service_tokens drop constraint service_tokens_known_scopes_check;
  execute format('alter table service_tokens add constraint service_tokens_known_scopes_check check (scopes <@ array[%s]) not valid',
    (select string_agg(quote_literal(scope), ', ') from unnest(known) as scope));
end $$;
alter table service_tokens validate constraint service_tokens_known_scopes_check;
