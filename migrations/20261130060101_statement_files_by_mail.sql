-- Mails have no figures. Who asks for it gets the PDF of a statement with the mail that tells of it.
alter table notification_choices add column with_files boolean not null default false
  check (not with_files or kind = 'statement_ready');

-- The statements that a mail tells of, which go with it where they were asked for.
alter table notification_items add column statement_ids bigint[] not null default '{}';
