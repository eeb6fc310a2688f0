-- Systems and people book by an investor's short name, and approvers read its name. A name that one investor gave up is never given to another
-- one, whichever way: what is meant for the one would reach the other. A trigger keeps what was given up, so that no way of renaming can leave
-- it out. Two investors that have one name at the same time are as before; of short names a reader takes no two for the same.

-- What a reader takes for the same (investor-names.ts): without capitals, what cannot be seen, and several blanks.
create function name_key(name text) returns text immutable strict parallel safe
  return btrim(regexp_replace(lower(normalize(regexp_replace(name,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]',
    '', 'g'), NFKC)), '\s+', ' ', 'g'));
create index syndicates_by_name_key on syndicates (tenant_id, name_key(abbreviation));

create table former_names (
  tenant_id uuid not null,
  kind text not null check (kind in ('name', 'abbreviation')),
  -- Its key.
  value text not null,
  syndicate_id bigint not null,
  -- As it was written.
  written text not null,
  until timestamptz not null default now(),
  primary key (tenant_id, kind, value, syndicate_id),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id)
);
create index former_names_of_syndicate on former_names (tenant_id, syndicate_id);
call protect_tenant_table('former_names', 'select, insert, update');

create function keep_former_names() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  taken text;
begin
  if tg_op = 'UPDATE' then
    insert into former_names (tenant_id, kind, value, syndicate_id, written)
      select old.tenant_id, given.kind, name_key(given.before), old.id, given.before
      from (values ('name', old.name, new.name), ('abbreviation', old.abbreviation, new.abbreviation)) as given (kind, before, after)
      where given.before <> given.after
    on conflict (tenant_id, kind, value, syndicate_id) do update set until = excluded.until, written = excluded.written;
  end if;
  -- After the row is there: whoever takes a short name that is being given up has waited for it by then.
  select former.kind into taken
  from (values ('name', old.name, new.name), ('abbreviation', old.abbreviation, new.abbreviation)) as given (kind, before, after)
  join former_names former on former.tenant_id = new.tenant_id and former.kind = given.kind and former.value = name_key(given.after)
  where given.after is distinct from given.before and former.syndicate_id <> new.id
    and not exists (select from former_names own where own.tenant_id = former.tenant_id and own.kind = former.kind
      and own.value = former.value and own.syndicate_id = new.id)
  limit 1;
  if found then
    raise exception 'Another syndicate had this % before.', taken
      using errcode = 'unique_violation', constraint = format('former_%s_of_another', taken), table = 'syndicates';
  end if;
  if old.abbreviation is distinct from new.abbreviation and exists (select from syndicates other
    where other.tenant_id = new.tenant_id and name_key(other.abbreviation) = name_key(new.abbreviation) and other.id <> new.id)
  then
    raise exception 'Another syndicate has this abbreviation.'
      using errcode = 'unique_violation', constraint = 'syndicates_by_abbreviation', table = 'syndicates';
  end if;
  return null;
end $$;
create trigger keep_former_names after insert or update of name, abbreviation on syndicates
  for each row execute function keep_former_names();
