import type { Input } from '../../../shared/contract/endpoint.ts';
import type { profileContract } from '../../../shared/contract/profile.ts';
import { isPhoneNumber, isZip } from '../../../shared/domain/contact-details.ts';
import { distinctAddresses, isMailAddress } from '../../../shared/domain/mail-address.ts';
import type { Investor } from '../../access/caller.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { changeEsignAddress } from '../../identity/esign-address.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

type Contact = Input<typeof profileContract.updateContact>['body'];

/**
 * Changes a syndicate's contact details. The e-sign address receives mail about money, so changing it takes the password,
 * and the old address is notified.
 */
export async function updateContact(
  inTransaction: InTransaction<Investor>,
  deps: Pick<Deps, 'passwords' | 'throttle'>,
  { password, ...contact }: Omit<Contact, 'userId' | 'syndicateId'>,
  address: string,
): Promise<void> {
  requireValid(contact);
  const isPasswordGiven = password !== undefined;
  if (isPasswordGiven) await requirePassword(inTransaction, deps, { password, address });
  await inTransaction((tx, caller) => writeContact(tx, caller, contact, isPasswordGiven));
}

async function writeContact(
  tx: Tx,
  caller: Investor,
  contact: Omit<Contact, 'userId' | 'syndicateId' | 'password'>,
  isPasswordGiven: boolean,
): Promise<void> {
  const before = await lockContact(tx, caller);
  const isRedirected = before.esignEmail !== contact.esignEmail;
  if (isRedirected && !isPasswordGiven) throw new Refusal('password_required');

  const { tenantId, syndicateId, userId } = caller;
  const { esignEmail, ...others } = contact;
  await tx
    .updateTable('syndicates')
    .set({ ...others, ccEmails: distinctAddresses(contact.ccEmails) })
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .execute();
  await renameMember(tx, caller, before.contactPerson, contact.contactPerson);
  const subject = `syndicate ${syndicateId}`;
  await recordAudit(tx, { actorId: userId, action: 'contact changed', subject });
  if (!isRedirected) return;
  await changeEsignAddress(tx, tenantId, {
    syndicateId,
    syndicateName: before.name,
    oldAddress: before.esignEmail,
    newAddress: esignEmail,
    by: { actorId: userId },
    alsoTo: before.userEmail,
  });
}

function requireValid({
  esignEmail,
  ccEmails,
  phoneNumber,
  zip,
}: Pick<Contact, 'esignEmail' | 'ccEmails' | 'phoneNumber' | 'zip'>) {
  if (![esignEmail, ...ccEmails].every(isMailAddress)) throw new Refusal('email_invalid');
  if (!isPhoneNumber(phoneNumber)) throw new Refusal('phone_invalid');
  if (!isZip(zip)) throw new Refusal('zip_invalid');
}

async function lockContact(tx: Tx, { tenantId, syndicateId, userId }: Investor) {
  const syndicate = await tx
    .selectFrom('syndicates')
    .select(['name', 'esignEmail', 'contactPerson'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { email: userEmail } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...syndicate, userEmail };
}

/**
 * The contact person is the user's own name, unless the syndicate has named somebody else. The name is this tenant's alone: to
 * other funders the user keeps the one that they have there.
 */
async function renameMember(
  tx: Tx,
  { tenantId, userId }: Investor,
  before: string | null,
  name: string,
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ name })
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .$if(before !== null, (query) => query.where('name', '=', before ?? ''))
    .execute();
}
