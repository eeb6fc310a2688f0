import { sql } from 'kysely';

/** The first user of the syndicate `s` whose account is not closed; null before one is invited. */
export const firstUserOfSyndicate = sql<bigint | null>`(
  select min(m.user_id) from memberships m
  where m.tenant_id = s.tenant_id and m.syndicate_id = s.id and not m.is_terminated
)`;
