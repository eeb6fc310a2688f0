import type { Database } from '../../db/database.ts';
import { withClaims } from '../../db/transactions.ts';
import { Refusal } from '../../errors.ts';
import { isOpen, membershipsOf } from './open-tenants.ts';
import type { Passwords } from './passwords.ts';
import { type Device, type OpenSession, startSession } from './sessions.ts';

export interface SignIn {
  loginName: string;
  password: string;
  isRemembered: boolean;
  device: Device;
}

export async function signIn(db: Database, passwords: Passwords, attempt: SignIn): Promise<OpenSession> {
  const user = await findAccount(db, attempt.loginName.toLowerCase());
  // The hash is checked outside any transaction: it takes longer than everything else here together.
  const isMatch = await passwords.matches(attempt.password, user?.passwordHash);
  if (!user || !isMatch) throw new Refusal('invalid_credentials');

  return withClaims(db, { userId: user.id }, async (tx) => {
    const memberships = await membershipsOf(tx);
    const open = memberships.filter(isOpen);
    if (open.length === 0) {
      const wasInvestor = memberships.some((membership) => membership.role === 'syndication');
      throw new Refusal(wasInvestor ? 'account_closed' : 'role_not_allowed');
    }
    const tenants = open.map(({ id, name }) => ({ id, name }));
    return startSession(tx, {
      userId: user.id,
      tenants,
      isRemembered: attempt.isRemembered,
      device: attempt.device,
    });
  });
}

async function findAccount(db: Database, loginName: string) {
  return withClaims(
    db,
    { loginName },
    (tx) =>
      tx
        .selectFrom('users')
        .select(['id', 'passwordHash'])
        .where((eb) => eb.or([eb('loginName', '=', loginName), eb('email', '=', loginName)]))
        .executeTakeFirst(),
    { readOnly: true },
  );
}
