import { ZERO_RATE } from '../../../shared/domain/rate.ts';
import type { Guest } from '../../access/caller.ts';
import type { RecordUse } from '../../access/recorded-use.ts';
import { nameOfMember } from '../../identity/members.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

interface View {
  caller: Guest;
  tx: Tx;
  recordUse: RecordUse;
}

/**
 * A guest with a syndicate that is open to them. Of the syndicate only its name, its pay days and its tabs: its contact details, its
 * cash and its bank account are none of a guest's business, so the statement does not read them.
 */
export async function readGuestProfile(
  { caller, tx, recordUse }: View,
  asked: { userId: bigint; syndicateId?: bigint | undefined },
) {
  const { tenantId, userId, books } = caller;
  const chosen = books.find(
    ({ syndicateId }) => syndicateId === (asked.syndicateId ?? books[0]?.syndicateId),
  );
  if (!chosen || asked.userId !== userId) throw new Refusal('not_found');
  // Nothing of the book is shown.
  await recordUse(null);
  const syndicate = await tx
    .selectFrom('syndicates')
    .select([
      'id',
      'name',
      'abbreviation',
      'payDays',
      'showsSimpleView',
      'showsDetailedView',
      'showsDealsTab',
    ])
    .where('tenantId', '=', tenantId)
    .where('id', '=', chosen.syndicateId)
    .executeTakeFirstOrThrow();
  const { email, loginName } = await tx
    .selectFrom('users')
    .select(['email', 'loginName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    id: userId,
    name: await nameOfMember(tx, tenantId, userId),
    email,
    loginName,
    syndicate: { ...syndicate, ...nothingElse(syndicate.id) },
  };
}

const nothingElse = (id: bigint) => ({
  userId: null,
  defaultSharePercent: ZERO_RATE,
  managementFeePercent: ZERO_RATE,
  syndicationFeePercent: ZERO_RATE,
  contactPerson: null,
  phone: { id, number: null, type: null },
  address: { id, street: null, city: null, state: null, zip: null },
  esignEmail: '',
  ccEmails: [],
  bankName: null,
  accountNumber: null,
  routingNumber: null,
  pendingBankChange: null,
  bankChangeHoldHours: 0,
  usesCashBalance: false,
  showsCashBalance: false,
  cashBalance: null,
});
