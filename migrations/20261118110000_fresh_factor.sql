-- When the session's user last showed a second factor, at sign-in or since. What is sensitive asks for it again after a few
-- minutes. A session of before this migration has none and is asked.
alter table sessions add column second_factor_at timestamptz;

-- The question that a passkey is to answer in this session. Each is asked once.
alter table sessions add column passkey_challenge text;
alter table sessions add column passkey_challenge_until timestamptz;
alter table sessions add constraint sessions_passkey_challenge_check
  check ((passkey_challenge is null) = (passkey_challenge_until is null));
