import type { Insertable } from 'kysely';
import type * as z from 'zod';
import type { DB } from '../../platform/db/schema.ts';
import { defineKind, type Kind, type KindDescription, optionalColumns, type RowContext } from '../kind.ts';
import { fieldsOfColumns } from '../stored-fields.ts';

/** Tables whose rows have their own id and whose values nothing else depends on. */
type PlainTable =
  | 'brokers'
  | 'companies'
  | 'companyAddresses'
  | 'companyBankAccounts'
  | 'companyOwners'
  | 'dealNotes'
  | 'existingAdvances'
  | 'statementMonths'
  | 'syndicates';

type Values<T extends PlainTable> = Omit<Insertable<DB[T]>, 'tenantId' | 'id'>;

interface TableKind<S extends z.ZodObject, T extends PlainTable> extends KindDescription<S> {
  table: T;
  values(work: RowContext, row: z.output<S>): Values<T> | Promise<Values<T>>;
  storedAs?: NonNullable<Kind<S>['storedAs']>;
  fileOf?: NonNullable<Kind<S>['fileOf']>;
  taken?: NonNullable<Kind<S>['taken']>;
}

/** A kind whose rows are rows of one table. Re-importing a row updates the columns that say something else than last time. */
export function tableKind<S extends z.ZodObject, T extends PlainTable>(kind: TableKind<S, T>): Kind<S> {
  const { table, values, ...rest } = kind;
  // The query builder cannot type a table that is one of several. The `Values` type checks what is written instead.
  const plain = table as 'companies';
  return defineKind<S>({
    ...rest,
    changesOf: table,
    async create(work, row) {
      const written = { tenantId: work.tenantId, ...(await values(work, row)) } as never;
      const { id } = await work.tx
        .insertInto(plain)
        .values(written)
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async change(work, id, row, changed) {
      const fields = fieldsOfColumns(kind, await values(work, onlyChanged(kind, row, changed)), changed);
      if (Object.keys(fields).length === 0) return;
      await work.tx
        .updateTable(plain)
        .set(fields as never)
        .where('tenantId', '=', work.tenantId)
        .where('id', '=', id)
        .execute();
    },
  });
}

/** Without the optional columns that say nothing new, so that a file that a statement has named before is not asked for again. */
function onlyChanged<S extends z.ZodObject>(
  kind: KindDescription<S>,
  row: z.output<S>,
  changed: ReadonlySet<string>,
): z.output<S> {
  const optional = optionalColumns(kind as unknown as KindDescription);
  const kept = Object.entries(row).filter(([column]) => changed.has(column) || !optional.has(column));
  return Object.fromEntries(kept) as z.output<S>;
}
