import type { Input } from '../../../shared/contract/endpoint.ts';
import type { profileContract } from '../../../shared/contract/profile.ts';
import { isPhoneNumber, isZip } from '../../../shared/domain/contact-details.ts';
import { distinctAddresses, isMailAddress } from '../../../shared/domain/mail-address.ts';
import type { Investor } from '../../access/caller.ts';
import { requireFreshFactor } from '../../access/fresh-factor.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { changeMailAddresses, isRedirected } from '../../identity/mail-addresses.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { changesBetween } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { requirePersonName } from '../../platform/mail/mailed-names.ts';

type Contact = Input<typeof profileContract.updateContact>['body'];

/**
 * Changes a syndicate's contact details. The e-sign and the CC addresses receive mail about money, so changing them takes the
 * password, and all members and the old addresses are notified.
 */
export async function updateContact(
  inTransaction: InTransaction<Investor>,
  deps: Pick<Deps, 'passwords' | 'throttle'>,
  { password, ...contact }: Omit<Contact, 'userId' | 'syndicateId'>,
  address: string,
): Promise<void> {
  requireValid(contact);
  const isPasswordGiven = password !== undefined;
  const open = isPasswordGiven
    ? await requirePassword(inTransaction, deps, { password, address })
    : inTransaction;
  await open((tx, caller) => writeContact(tx, caller, contact, isPasswordGiven));
}

async function writeContact(
  tx: Tx,
  caller: Investor,
  contact: Omit<Contact, 'userId' | 'syndicateId' | 'password'>,
  isPasswordGiven: boolean,
): Promise<void> {
  const before = await lockContact(tx, caller);
  if (contact.contactPerson !== before.contactPerson) requirePersonName(contact.contactPerson);
  const { esignEmail, ccEmails, ...others } = contact;
  const after = { esignEmail, ccEmails: distinctAddresses(ccEmails) };
  const redirects = isRedirected(before, after);
  if (redirects && !isPasswordGiven) throw new Refusal('password_required');
  if (redirects) await requireFreshFactor(tx, caller);

  const { tenantId, syndicateId, userId } = caller;
  await tx
    .updateTable('syndicates')
    .set(others)
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .execute();
  await renameMember(tx, caller, before.contactPerson, contact.contactPerson);
  const subject = `syndicate ${syndicateId}`;
  const details = changesBetween(before, others);
  await recordAudit(tx, { actorId: userId, action: 'contact changed', subject, details });
  const by = { actorId: userId };
  await changeMailAddresses(tx, tenantId, { syndicateId, syndicateName: before.name, before, after, by });
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

const lockContact = (tx: Tx, { tenantId, syndicateId }: Investor) =>
  tx
    .selectFrom('syndicates')
    .select([
      'name',
      'esignEmail',
      'ccEmails',
      'contactPerson',
      'phoneNumber',
      'phoneType',
      'street',
      'city',
      'state',
      'zip',
    ])
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .forUpdate()
    .executeTakeFirstOrThrow();

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
