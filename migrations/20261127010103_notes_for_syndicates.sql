-- A note of any kind that the desk has marked as visible to syndicates. Those of kind Collection and Ready2Fund are without a mark.
alter table deal_notes add column is_for_syndicates boolean not null default false;
