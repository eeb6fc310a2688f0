-- Whom a tenant's mails are from, where not the operator's MAIL_FROM: 'Harbor Capital <no-reply@harbor.example>'.
alter table tenants add column mail_from text check (length(mail_from) between 3 and 200 and mail_from !~ '[[:cntrl:]]');
grant update (mail_from) on tenants to portal_app;
