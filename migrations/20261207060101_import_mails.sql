-- The deals that a mail names, so that the page of an import can list what went out about its deals.
alter table notification_items add column deal_ids bigint[] not null default '{}';
