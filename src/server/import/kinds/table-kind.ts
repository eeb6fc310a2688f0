import type { Insertable } from 'kysely';
import type * as z from 'zod';
import type { DB } from '../../platform/db/schema.ts';
import { defineKind, type Kind, type Layout, type Work } from '../kind.ts';

/** Tables whose rows have an id of their own and nothing that hangs on their values. */
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

interface TableKind<S extends z.ZodObject, T extends PlainTable> extends Layout<S> {
  table: T;
  values(work: Work, row: z.output<S>): Values<T> | Promise<Values<T>>;
  fileOf?: NonNullable<Kind<S>['fileOf']>;
  taken?: NonNullable<Kind<S>['taken']>;
}

/** A kind whose rows are rows of one table: told again, all of their values are taken over. */
export function tableKind<S extends z.ZodObject, T extends PlainTable>(kind: TableKind<S, T>): Kind<S> {
  const { table, values, ...rest } = kind;
  // One of several tables is more than the query builder can follow; what is written is checked by `Values`.
  const plain = table as 'companies';
  return defineKind<S>({
    ...rest,
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
