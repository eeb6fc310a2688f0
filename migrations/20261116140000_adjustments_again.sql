-- The same words about the same invite are one request within ten minutes (a double click, a retry), and another one after that. So
-- they are numbered: of two that come at once, one gets the number. The previous version numbers nothing and still counts them once.
alter table adjustment_requests add column repetition integer not null default 0 check (repetition >= 0);
create unique index adjustment_requests_once_each
  on adjustment_requests (tenant_id, invite_id, md5(message_html), repetition);
drop index adjustment_requests_once;
