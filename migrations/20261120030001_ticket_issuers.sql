-- Who issued a sign-in ticket, in the words of the audit trail: the user of the machine and the person of the staff whom the command was
-- run for, or the service token. The session that it opens keeps it, because every event of that session says so, and so does the
-- challenge of a second factor in between. What was opened before has none.
alter table capability_links add column issuer text;
alter table sign_in_challenges add column ticket_issuer text;
alter table sessions add column ticket_issuer text;
