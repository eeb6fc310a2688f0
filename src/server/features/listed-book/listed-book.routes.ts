import { Readable } from 'node:stream';
import {
  BOOK_STATUSES,
  type BookTable,
  filtersOf,
  type operatorBookContract,
} from '../../../shared/contract/operator-book.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { RecordUse } from '../../access/recorded-use.ts';
import type { ServiceToken } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { type AskedFilter, filterOf } from './asked-filter.ts';
import { BOOK_FORMATS, exportBookTable, MAX_PAGE_LENGTH, PAGE_LENGTH, readBookPage } from './book-tables.ts';

/** A filter that the table does not have would look as if it had been applied. */
function requireFilters(table: BookTable, asked: AskedFilter): void {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const unknown = given.find(([name]) => !filtersOf(table).includes(name));
  if (unknown) throw new Refusal('invalid_request', { message: `${table} have no filter ${unknown[0]}.` });
  if (asked.status !== undefined && !BOOK_STATUSES[table]?.includes(asked.status))
    throw new Refusal('invalid_request', { message: `${table} have no status ${asked.status}.` });
}

interface Asking {
  tx: Tx;
  tenantId: string;
  operator: ServiceToken;
  recordUse: RecordUse;
  query: AskedFilter & { after?: bigint | undefined; limit?: number | undefined };
}

/** The pages that one token reads of one table within a few minutes are one event. */
async function page<T extends BookTable>(table: T, { tx, tenantId, operator, recordUse, query }: Asking) {
  const { after, limit = PAGE_LENGTH, ...asked } = query;
  const filter = await filterOf(tx, tenantId, asked);
  await recordUse(table, { session: `service token ${operator.id}` });
  return readBookPage(tx, tenantId, table, filter, { after, limit: Math.min(limit, MAX_PAGE_LENGTH) });
}

export const listedBookHandlers = (): Handlers<typeof operatorBookContract> => ({
  deals: (asking) => page('deals', asking),
  participations: (asking) => page('participations', asking),
  payments: (asking) => page('payments', asking),
  syndicates: (asking) => page('syndicates', asking),

  async exportBook({ query: { table, format = 'csv', ...asked }, tenantId, tx, recordUse }) {
    requireFilters(table, asked);
    const filter = await filterOf(tx, tenantId, asked);
    await recordUse(table, { format });
    return {
      fileName: `${table}.${format}`,
      contentType: BOOK_FORMATS[format].contentType,
      open: () => Readable.from(exportBookTable(tx, tenantId, table, filter, format), { objectMode: false }),
    };
  },
});
