-- A browser in which somebody came by a ticket or by single sign-on is known, so that it is told of once. It gets no tries at the password.
alter table known_devices add column has_shown_password boolean not null default true;
-- The provider's answer comes from another site, without the cookie of the browser.
alter table single_sign_on_attempts add column device_hash bytea check (octet_length(device_hash) = 32);
