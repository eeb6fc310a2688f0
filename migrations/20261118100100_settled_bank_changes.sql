-- A pending change ends with what let somebody ask for it: a closed account, a reset password, an ended session. Which session asked
-- is kept, because what is done in that session itself does not speak against the change. Null for changes of the funder and
-- of the previous version.
alter table bank_account_changes
  add column requested_in uuid,
  -- Why a change was cancelled, which the mails say. Null for one that was applied or replaced, and for those of the previous version.
  add column settled_because text check (settled_because in (
    'member', 'link', 'operator', 'no longer a member', 'account closed', 'password change', 'password reset', 'ended by user',
    'token reuse', 'second factor added', 'second factor removed', 'second factor reset'
  )),
  add check (settled_because is null or state = 'cancelled');
create index pending_changes_of_user on bank_account_changes (tenant_id, requested_by) where state = 'pending';
