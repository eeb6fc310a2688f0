import { sql } from 'kysely';

/** The first user of the syndicate `s` whose account is open; null before one has accepted the invitation. */
export const firstUserOfSyndicate = sql<bigint | null>`(
  select min(m.user_id) from memberships m
  where m.tenant_id = s.tenant_id and m.syndicate_id = s.id and not m.is_terminated and m.accepted_at is not null
)`;
