-- A domain of single sign-on counts once its DNS has named the tenant. Domains in use before that keep counting for 60 days.
alter table single_sign_on
  add column proven_domains text[] not null default '{}',
  add column unproven_domains text[] not null default '{}',
  add column unproven_until timestamptz;
alter table single_sign_on no force row level security;
update single_sign_on set unproven_domains = domains, unproven_until = now() + interval '60 days' where is_approved;
alter table single_sign_on force row level security;
