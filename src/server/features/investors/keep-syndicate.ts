import { sql, type Updateable } from 'kysely';
import pg from 'pg';
import type { deskInvestorsContract } from '../../../shared/contract/desk-investors.ts';
import type { Input } from '../../../shared/contract/endpoint.ts';
import { cleanName, isPlainName, isPlainShortName } from '../../../shared/domain/investor-names.ts';
import { isMailAddress } from '../../../shared/domain/mail-address.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { changeMailAddresses } from '../../identity/mail-addresses.ts';
import { saveExternalIds } from '../../import/external-ids.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { lockLedgerExclusively } from '../../ledger/ledger-lock.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { changesBetween } from '../../platform/audit/changes.ts';
import { type Operator, operatorName } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Syndicates } from '../../platform/db/schema.ts';
import { Refusal } from '../../platform/errors.ts';
import { requireCompanyName } from '../../platform/mail/mailed-names.ts';

type NewSyndicate = Input<typeof deskInvestorsContract.addInvestor>['body'];
type SyndicateChange = Input<typeof deskInvestorsContract.changeInvestor>['body'];

/** Adds a syndicate without a deal. With the funder's own id, a later import finds it instead of adding it again. */
export async function addSyndicate(
  tx: Tx,
  tenantId: string,
  { ownId, usesCashAccount, ...given }: NewSyndicate,
  operator: Operator,
): Promise<bigint> {
  await lockLedgerExclusively(tx, tenantId);
  const names = { name: plainName(given.name), abbreviation: plainShortName(given.abbreviation) };
  await requireFreeAbbreviation(tx, tenantId, names.abbreviation);
  const addresses = checkedAddresses(given);
  const { id } = await refusingFormerNames(
    tx
      .insertInto('syndicates')
      .values({
        tenantId,
        ...names,
        payDays: given.payDays,
        defaultSharePercent: given.defaultSharePercent.toFixed(),
        managementFeePercent: given.managementFeePercent.toFixed(),
        syndicationFeePercent: given.syndicationFeePercent.toFixed(),
        ...addresses,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  if (ownId !== undefined) await keepOwnId(tx, tenantId, id, ownId);
  if (usesCashAccount)
    await openCashAccount(tx, tenantId, {
      syndicateId: id,
      cash: 0n,
      contributed: null,
      recordedBy: operatorName(operator),
    });
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'syndicate added',
    subject: `syndicate ${id}`,
    details: names,
  });
  return id;
}

/** Nothing was imported under the id yet, so that an import compares every column of its row. */
async function keepOwnId(tx: Tx, tenantId: string, id: bigint, externalId: string): Promise<void> {
  const known = await tx
    .selectFrom('externalIds')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('kind', '=', 'syndicates')
    .where('externalId', '=', externalId)
    .executeTakeFirst();
  if (known) throw new Refusal('own_id_taken');
  const row = { externalId, id, contentHash: Buffer.alloc(32), columnHashes: null };
  await saveExternalIds(tx, tenantId, 'syndicates', [row]);
}

/** Absent fields stay unchanged. Nobody is paid meanwhile, so that one fee counts for all payouts of a payment. */
export async function changeSyndicate(
  tx: Tx,
  { tenantId, syndicateId }: { tenantId: string; syndicateId: bigint },
  asked: SyndicateChange,
  operator: Operator,
): Promise<void> {
  await lockLedgerExclusively(tx, tenantId);
  const given = {
    ...asked,
    ...(asked.name !== undefined && { name: plainName(asked.name) }),
    ...(asked.abbreviation !== undefined && { abbreviation: plainShortName(asked.abbreviation) }),
  };
  const before = await readKept(tx, tenantId, syndicateId);
  if (given.abbreviation !== undefined && given.abbreviation !== before.abbreviation)
    await requireFreeAbbreviation(tx, tenantId, given.abbreviation, syndicateId);
  const change = storedChange(given);
  if (Object.keys(change).length > 0) {
    await refusingFormerNames(
      tx
        .updateTable('syndicates')
        .set(change)
        .where('tenantId', '=', tenantId)
        .where('id', '=', syndicateId)
        .execute(),
    );
    const { esignEmail: _, ccEmails: __, ...after } = await readKept(tx, tenantId, syndicateId);
    const details = changesBetween<keyof typeof after>(before, after);
    if (Object.keys(details).length > 0)
      await recordAudit(tx, {
        actorId: null,
        operator,
        action: 'syndicate changed',
        subject: `syndicate ${syndicateId}`,
        details,
      });
  }
  const after = checkedAddresses({ ...before, ...defined(given) });
  const by = { actorId: null, operator };
  await changeMailAddresses(tx, tenantId, { syndicateId, syndicateName: before.name, before, after, by });
}

/** The database keeps what names others had, and decides. */
const refusingFormerNames = <T>(written: Promise<T>): Promise<T> =>
  written.catch((error: unknown) => {
    const isFormer = error instanceof pg.DatabaseError && FORMER_NAMES.includes(error.constraint ?? '');
    throw isFormer ? new Refusal('former_name_taken') : error;
  });
const FORMER_NAMES: readonly string[] = ['former_name_of_another', 'former_abbreviation_of_another'];

function storedChange({ esignEmail: _, ccEmails: __, ...given }: SyndicateChange): Updateable<Syndicates> {
  return defined({
    ...given,
    defaultSharePercent: given.defaultSharePercent?.toFixed(),
    managementFeePercent: given.managementFeePercent?.toFixed(),
    syndicationFeePercent: given.syndicationFeePercent?.toFixed(),
  });
}

/** Only what was given. */
const defined = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;

const checkedAddresses = ({ esignEmail, ccEmails }: { esignEmail: string; ccEmails: readonly string[] }) => {
  const [main, ...copies] = [esignEmail, ...ccEmails].map((address) => address.trim().toLowerCase());
  if (main === undefined || ![main, ...copies].every(isMailAddress)) throw new Refusal('email_invalid');
  return { esignEmail: main, ccEmails: copies };
};

async function readKept(tx: Tx, tenantId: string, syndicateId: bigint) {
  const row = await tx
    .selectFrom('syndicates')
    .select([
      'name',
      'abbreviation',
      'payDays',
      'defaultSharePercent',
      'managementFeePercent',
      'syndicationFeePercent',
      'showsSimpleView',
      'showsDetailedView',
      'showsDealsTab',
      'showsCashBalance',
      'esignEmail',
      'ccEmails',
    ])
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFoundInTenant(`syndicate ${syndicateId}`);
  return row;
}

/** Abbreviations are how the funder's people tell syndicates apart. Expects the ledger's lock, which everybody takes who adds one. */
async function requireFreeAbbreviation(
  tx: Tx,
  tenantId: string,
  abbreviation: string,
  own: bigint | null = null,
): Promise<void> {
  const { rows } = await sql`
    select from syndicates where tenant_id = ${tenantId}::uuid and name_key(abbreviation) = name_key(${abbreviation})
      and id is distinct from ${own}::bigint`.execute(tx);
  if (rows.length > 0) throw new Refusal('abbreviation_taken');
}

function plainName(given: string): string {
  const name = cleanName(given);
  if (name === '' || !isPlainName(name)) throw new Refusal('name_ambiguous');
  requireCompanyName(name);
  return name;
}

function plainShortName(given: string): string {
  const name = cleanName(given);
  if (name === '' || !isPlainShortName(name)) throw new Refusal('name_ambiguous');
  requireCompanyName(name);
  return name;
}
