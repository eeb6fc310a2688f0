-- The tenant's name under which a session was opened; null at the portal's own. What is done under that name sees no session
-- that was opened elsewhere.
alter table sessions add column host text;
