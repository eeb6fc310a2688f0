-- When somebody first opened what was sent to them, so that whoever sent it need not ask; null until then, and of everything that
-- was opened before this was kept. The version before writes none of it.
alter table capability_links add column opened_at timestamptz;
alter table participation_invites add column opened_at timestamptz;
-- Of the last invitation: inviting somebody again begins anew.
alter table memberships add column invitation_opened_at timestamptz;

-- The links of an offer.
create index capability_links_of_subject on capability_links (tenant_id, kind, subject_id, id);
-- Offers, and those of one status, the newest first.
create index offers_by_making on offers (tenant_id, created_at, id);
create index offers_by_status on offers (tenant_id, status, created_at, id);
