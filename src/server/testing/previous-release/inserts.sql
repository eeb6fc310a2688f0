insert into "service_tokens" ("tenant_id", "name", "scopes", "token_hash", "expires_at") values ($1, $2, $3, $4, now() + make_interval(days => $5)) returning "id"
;

