import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { APART_HOURS, issuerOrActor } from './require-apart.ts';

/** Of `run`, an import at the desk: everybody who began it, added a file, said what it is to do, or confirmed it. */
export const peopleOfImport = sql<{ person: bigint | null }>`
  select unnest(run.planned_by || array[run.started_by, run.confirmed_by]) as person
  union select file.staged_by from import_files file where file.tenant_id = run.tenant_id and file.run_id = run.id`;

interface OfferRows {
  tenantId: string;
  offerId: bigint;
}

/** Who has lately imported an offer, at the desk or by a service token that they issued. */
export const readImportersOfOffer = (tx: Tx, offer: OfferRows): Promise<bigint[]> =>
  readImporters(tx, offer.tenantId, [offerRow(offer)]);

/** Who has lately imported the address to which the link of an offer goes: the broker, the broker's address, or another broker of the deal. */
export const readImportersOfAddress = async (tx: Tx, offer: OfferRows): Promise<bigint[]> =>
  readImporters(tx, offer.tenantId, await addressRowsOf(tx, offer));

/** Who has lately imported an offer, or the address to which its link goes. */
export const readImportersOfLink = async (tx: Tx, offer: OfferRows): Promise<bigint[]> =>
  readImporters(tx, offer.tenantId, [offerRow(offer), ...(await addressRowsOf(tx, offer))]);

const offerRow = ({ offerId }: OfferRows): ImportedRow => ({ table: 'offers', id: offerId, column: null });

async function addressRowsOf(tx: Tx, { tenantId, offerId }: OfferRows): Promise<ImportedRow[]> {
  const { id, brokerId } = await tx
    .selectFrom('offers as offer')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .select(['deal.id', 'deal.brokerId'])
    .where('offer.tenantId', '=', tenantId)
    .where('offer.id', '=', offerId)
    .executeTakeFirstOrThrow();
  return [
    { table: 'deals', id, column: 'broker_id' },
    { table: 'brokers', id: brokerId, column: 'email' },
  ];
}

interface ImportedRow {
  table: 'brokers' | 'deals' | 'offers';
  id: bigint | null;
  /** Only imports that changed this column, or added the row. A deal that was added with its broker sends nothing elsewhere. */
  column: string | null;
}

/** By imports at the desk that stand, which note each row, and by service tokens, whose new brokers and offers are in the trail. */
async function readImporters(tx: Tx, tenantId: string, rows: readonly ImportedRow[]): Promise<bigint[]> {
  const of = <K extends keyof ImportedRow>(key: K) => rows.map((row) => row[key]);
  const { rows: found } = await sql<{ importer: bigint | null }>`
    with wanted as (
      select * from unnest(${of('table')}::text[], ${of('id')}::bigint[], ${of('column')}::text[]) as wanted (name, id, of_column)
    ), lately as (select now() - make_interval(hours => ${APART_HOURS}) as since)
    select behind.person as importer
    from wanted
    join import_journal imported on imported.tenant_id = ${tenantId}::uuid and imported.table_name = wanted.name
    join import_runs run on run.tenant_id = imported.tenant_id and run.id = imported.run_id
    cross join lateral jsonb_array_elements(imported.after) with ordinality as now (image, place)
    cross join lateral (${peopleOfImport}) behind
    where now.image ->> 'id' = wanted.id::text and run.state <> 'undone'
      and coalesce(run.finished_at, run.confirmed_at, run.started_at) > (select since from lately)
      and (wanted.of_column is null or imported.before is null and wanted.name <> 'deals'
        or now.image -> wanted.of_column is distinct from imported.before -> (now.place - 1)::integer -> wanted.of_column)
    union
    select ${issuerOrActor}
    from wanted
    join audit_events event on event.tenant_id = ${tenantId}::uuid and event.at > (select since from lately)
      and event.action in ('broker added', 'offer added') and event.subject = rtrim(wanted.name, 's') || ' ' || wanted.id`.execute(
    tx,
  );
  return found.flatMap(({ importer }) => (importer === null ? [] : [importer]));
}
