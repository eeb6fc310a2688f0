import type { Insertable } from 'kysely';
import type { DB } from '../../src/server/platform/db/schema.ts';
import type { CalendarDate } from '../../src/shared/domain/calendar-date.ts';

export type TableName = keyof DB;
export type Row<T extends TableName> = Insertable<DB[T]>;

/** The rows to load, by table. */
export type Book = { readonly [T in TableName]?: Iterable<Row<T>> };

/** Ids for rows that other rows refer to. The database assigns all others. */
export interface Ids {
  next(table: TableName): bigint;
}

export function createIds(): Ids {
  const last = new Map<TableName, bigint>();
  return {
    next: (table) => {
      const id = (last.get(table) ?? 0n) + 1n;
      last.set(table, id);
      return id;
    },
  };
}

/** The bank's file is posted overnight, before office hours. Status changes follow in the given order. */
export function overnight(date: CalendarDate, order = 0): string {
  return `${date} 05:${30 + order}:00+00`;
}

/** A time during office hours on the East Coast. */
export function officeTime(date: CalendarDate, minute: number): string {
  const hour = 14 + Math.floor(minute / 60);
  return `${date} ${hour}:${String(minute % 60).padStart(2, '0')}:00+00`;
}
