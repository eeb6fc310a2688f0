import { readDeals, readShares, shareKey } from './known-book.ts';
import { syndicateOf } from './map-syndicates.ts';
import { addProblem, addRecord, constantOf, externalIdOf, lineIn, type MappingWork } from './mapping-work.ts';
import type { FieldRow } from './read-fields.ts';

type Deals = Awaited<ReturnType<typeof readDeals>>;
type Shares = Awaited<ReturnType<typeof readShares>>;

/** The shares of a file. The commission is the share's own, that of its deal, or one for all. */
export async function mapShares(work: MappingWork, files: readonly FieldRow[][]): Promise<void> {
  const { tx, tenantId } = work;
  const deals = await readDeals(
    tx,
    tenantId,
    files.flat().map(({ values }) => values['deal'] ?? ''),
  );
  const shares = await readShares(
    tx,
    tenantId,
    [...deals.values()].map(({ id }) => id),
  );
  for (const [fileIndex, rows] of files.entries())
    for (const row of rows) mapShare(work, row, lineIn(fileIndex, row.line), { deals, shares });
}

const WAITS = 'is a deal of these files that is not right yet or left out';

/** The external id that the file's name of a deal stands for; null if there is none, which is a problem. */
export function dealOf(work: MappingWork, row: FieldRow, deals: Deals): string | null {
  const told = row.values['deal'] ?? '';
  const ofRun = work.dealsOfRun.get(told);
  if (ofRun) return ofRun.externalId;
  const known = deals.get(told);
  if (known) return externalIdOf(work, 'deals', known);
  // What is wrong with the deal is told of the deal. It does not make hundreds of deals unknown.
  if (work.dealsInFiles.has(told)) addProblem(work, row, { field: 'deal', reason: WAITS });
  else addProblem(work, row, { field: 'deal', reason: 'is no deal known here', value: told });
  return null;
}

function mapShare(
  work: MappingWork,
  row: FieldRow,
  line: number,
  { deals, shares }: { deals: Deals; shares: Shares },
): void {
  const { values } = row;
  const told = values['deal'] ?? '';
  const deal = dealOf(work, row, deals);
  const syndicate = syndicateOf(work, row, line);
  if (deal === null || syndicate === null) return;
  const known = knownShare(work, deals.get(told)?.id, syndicate, shares);
  const cells = {
    deal,
    syndicate,
    external_id:
      values['external_id'] ||
      (known ? externalIdOf(work, 'participations', known) : `${deal} / ${syndicate}`.slice(0, 100)),
    agreement_date: values['agreement_date'] || known?.agreementDate || '',
    share_percent: values['share_percent'] || known?.sharePercent || '',
    commission_percent:
      values['commission_percent'] ||
      work.dealsOfRun.get(told)?.commissionPercent ||
      constantOf(work, 'participations', 'commission_percent') ||
      known?.commissionPercent ||
      '',
    management_fee_percent:
      values['management_fee_percent'] ||
      constantOf(work, 'participations', 'management_fee_percent') ||
      known?.managementFeePercent ||
      '',
    ...(values['upfront_fee_percent'] !== undefined && {
      upfront_fee_percent: values['upfront_fee_percent'],
    }),
  };
  for (const [field, value] of Object.entries(cells)) {
    if (value !== '' || field === 'upfront_fee_percent') continue;
    const hasConstant = field === 'commission_percent' || field === 'management_fee_percent';
    const fix = hasConstant ? 'constant' : 'column';
    addProblem(work, row, { field, reason: 'is in no column, and a new share needs it', fix });
    return;
  }
  addRecord(work, 'participations', { line, cells });
}

function knownShare(work: MappingWork, dealId: bigint | undefined, syndicate: string, shares: Shares) {
  const known = work.syndicates.byExternalId.get(syndicate);
  return dealId !== undefined && known ? shares.get(shareKey({ dealId, syndicateId: known.id })) : undefined;
}
