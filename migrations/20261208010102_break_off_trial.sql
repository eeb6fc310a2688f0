-- Breaks a trial of an import off as soon as anyone waits for it, and says whether it did. PostgreSQL looks by itself, so that it goes on while
-- the worker computes. A backend that waits for its client cannot be canceled, so the second time it is ended. Other trials, which wait for
-- the lock of trials, don't count.
create function break_off_trial(trial integer, trial_lock bigint, looks integer) returns boolean language plpgsql as $$
declare
  has_canceled boolean := false;
begin
  for look in 1 .. looks loop
    exit when not exists (
      select from pg_locks held
      where held.pid = trial and held.granted and held.locktype = 'advisory' and (held.classid::bigint << 32 | held.objid::bigint) = trial_lock);
    if exists (
      select from pg_locks waiting
      where not waiting.granted and trial = any(pg_blocking_pids(waiting.pid))
        and not (waiting.locktype = 'advisory' and (waiting.classid::bigint << 32 | waiting.objid::bigint) = trial_lock))
    then
      perform case when has_canceled then pg_terminate_backend(trial) else pg_cancel_backend(trial) end;
      has_canceled := true;
    end if;
    perform pg_sleep(0.1);
  end loop;
  return has_canceled;
end $$;
