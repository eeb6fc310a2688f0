import { sql } from 'kysely';
import { endSessions } from '../../identity/end-sessions.ts';
import type { Tx } from '../../platform/db/database.ts';

/** What goes with the password, and what with the second factors. */
export const WITH_PASSWORD = ['known_devices', 'password_resets'] as const;
export const FACTORS = ['user_totp', 'user_passkeys', 'recovery_codes'] as const;

interface Arriving {
  id: bigint;
  /** The rows of each table, as PostgreSQL wrote them. */
  rows: Readonly<Record<string, string[]>>;
}

interface Compared {
  comesNameless: boolean;
  isPasswordNewer: boolean;
  isPasswordSame: boolean;
  areFactorsNewer: boolean;
  areFactorsSame: boolean;
}

interface Taking {
  /** The account is used here, by another tenant: only what is newer comes, and ends what was opened with the older. */
  isUsed: boolean;
  insert(tables: readonly string[]): Promise<void>;
}

/**
 * Brings the credentials of an account that is here already up to date. The person may have changed them in either cell since they were
 * copied: the newer password counts, and the newer set of second factors, each by itself. The older never comes back, because
 * somebody may have changed it for a reason. A recovery code that was used in one cell is used in both. Returns whether something of
 * what arrives is older than what is here: then sessions that were opened with it must not come along.
 */
export async function takeNewer(
  to: Tx,
  { id, rows }: Arriving,
  { isUsed, insert }: Taking,
): Promise<'older' | 'as new'> {
  const account = sql`json_populate_record(null::users, ${rows['users']?.[0] ?? '{}'}::json) given`;
  const { rows: compared } = await sql<Compared>`
    select given.disposed_at is not null as comes_nameless,
      given.password_changed_at > u.password_changed_at as is_password_newer,
      given.password_changed_at = u.password_changed_at as is_password_same,
      given.factors_changed_at > u.factors_changed_at as are_factors_newer,
      given.factors_changed_at = u.factors_changed_at as are_factors_same
    from users u, ${account} where u.id = ${id}::bigint`.execute(to);
  const [than] = compared;
  // Of somebody who had another account in the cell that the tenant comes from, only the id has come.
  if (!than || than.comesNameless) return 'as new';
  const takesPassword = than.isPasswordNewer || (than.isPasswordSame && !isUsed);
  const takesFactors = than.areFactorsNewer || (than.areFactorsSame && !isUsed);
  if (isUsed && takesPassword) await endSessions(to, { userId: id }, 'password change');
  else if (isUsed && takesFactors) await endSessions(to, { userId: id }, 'second factor reset');
  if (takesPassword) {
    await remove(to, id, 'known_devices');
    // Invitations of other tenants here stay as they are.
    await remove(to, id, 'password_resets', isUsed ? sql`invited_to is null` : undefined);
    await sql`
      update users set password_hash = given.password_hash, must_change_password = given.must_change_password,
        password_changed_at = given.password_changed_at
      from ${account} where users.id = ${id}::bigint`.execute(to);
    await insert(WITH_PASSWORD);
  }
  const codes = await readCodes(to, id);
  if (takesFactors) {
    for (const table of FACTORS) await remove(to, id, table);
    await sql`
      update users set factors_changed_at = given.factors_changed_at from ${account}
      where users.id = ${id}::bigint`.execute(to);
    await insert(FACTORS);
  }
  await markUsed(to, [...codes, ...(rows['recovery_codes'] ?? [])]);
  const isPasswordOlder = !than.isPasswordNewer && !than.isPasswordSame;
  const areFactorsOlder = !than.areFactorsNewer && !than.areFactorsSame;
  return isPasswordOlder || areFactorsOlder ? 'older' : 'as new';
}

const remove = (to: Tx, id: bigint, table: string, condition = sql`true`) =>
  sql`delete from ${sql.table(table)} where user_id = ${id}::bigint and ${condition}`.execute(to);

async function readCodes(to: Tx, id: bigint): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select to_json(own)::text as row from recovery_codes own where user_id = ${id}::bigint`.execute(to);
  return rows.map(({ row }) => row);
}

const markUsed = (to: Tx, codes: readonly string[]) =>
  sql`
    update recovery_codes own set used_at = given.used_at
    from json_populate_recordset(null::recovery_codes, ${`[${codes.join(',')}]`}::json) given
    where own.user_id = given.user_id and own.code_hash = given.code_hash
      and own.used_at is null and given.used_at is not null`.execute(to);
