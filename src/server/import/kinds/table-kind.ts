import type { Insertable } from 'kysely';
import type * as z from 'zod';
import type { DB } from '../../platform/db/schema.ts';
import { defineKind, type Kind, type KindDescription, type RowContext } from '../kind.ts';

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
  fileOf?: NonNullable<Kind<S>['fileOf']>;
  taken?: NonNullable<Kind<S>['taken']>;
}

/** A kind whose rows are rows of one table. Re-importing a row updates all of its values. */
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
    async change(work, id, row) {
      await work.tx
        .updateTable(plain)
        .set((await values(work, row)) as never)
        .where('tenantId', '=', work.tenantId)
        .where('id', '=', id)
        .execute();
    },
  });
}
