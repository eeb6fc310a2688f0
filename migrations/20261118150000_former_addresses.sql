-- Where a syndicate's mail went before. A notice of anything that redirects money or mail also goes to every address of the last
-- thirty days, so that whoever changes the addresses first, however often, is not the only one who hears of it. A trigger keeps them, so
-- that no way of changing an address can leave one out: the page, an import, the previous version of the server.
create table former_addresses (
  tenant_id uuid not null,
  id bigint generated always as identity,
  syndicate_id bigint not null,
  mail text not null check (mail in ('e-sign', 'CC')),
  address text not null,
  until timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id)
);
create index former_addresses_of_syndicate on former_addresses (tenant_id, syndicate_id, until);

call protect_tenant_table('former_addresses', 'select, insert, delete');
-- Only what nobody is told at any more can be deleted.
create policy past on former_addresses using (app_purge() and until < now() - interval '30 days') with check (false);
create policy only_past on former_addresses as restrictive for delete using (until < now() - interval '30 days');

create function keep_former_addresses() returns trigger language plpgsql as $$
begin
  insert into former_addresses (tenant_id, syndicate_id, mail, address)
    select old.tenant_id, old.id, 'e-sign', old.esign_email where old.esign_email <> new.esign_email
    union all
    select old.tenant_id, old.id, 'CC', address from unnest(old.cc_emails) address where address <> all (new.cc_emails);
  return null;
end $$;
create trigger keep_former_addresses after update of esign_email, cc_emails on syndicates
  for each row when (old.esign_email <> new.esign_email or old.cc_emails <> new.cc_emails)
  execute function keep_former_addresses();

alter table syndicates no force row level security;
alter table former_addresses no force row level security;
insert into former_addresses (tenant_id, syndicate_id, mail, address, until)
  select tenant_id, id, 'e-sign', previous_esign_email, esign_email_changed_at
  from syndicates where previous_esign_email is not null;
alter table former_addresses force row level security;
alter table syndicates force row level security;
