import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { ColumnNames } from './column-names.ts';
import type { DB } from './schema.ts';

type Values = Readonly<Record<string, unknown>>;
/** What a query is written differently for, such as the column that it sorts by. */
type Form = Readonly<Record<string, string | number | boolean>>;

interface Query<R> {
  compile(db: Kysely<DB>): CompiledQuery<R>;
}

type Build<V, F, R> = (values: V, form: F, db: Kysely<DB>) => Query<R>;

/**
 * A query that Kysely builds and compiles once for each of its forms, and not for each request: for a page of the book, that
 * takes longer than sending it and reading its answer. `build` gets places instead of the values, which it may only
 * pass on to Kysely. It can tell that a value is null, and sees the form as it is.
 */
export function compiledOnce<V extends object, R, F extends Form = Record<never, never>>(
  build: Build<V, F, R>,
): (values: V, ...form: keyof F extends never ? [] : [form: F]) => CompiledQuery<R> {
  const known = new Map<string, Compiled<V, R>>();
  return (values, ...[form = NO_FORM]) => {
    const key = keyOf(values as Values, form);
    let compiled = known.get(key);
    if (!compiled) {
      compiled = compile(build(placesOf(values), form as F, builder));
      known.set(key, compiled);
    }
    return compiled(values);
  };
}

const NO_FORM: Form = {};

type Compiled<V, R> = (values: V) => CompiledQuery<R>;

/** Where a value is inserted each time the query is asked. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

function placesOf<V extends object>(values: V): V {
  const places = Object.entries(values).map(([name, value]) => [
    name,
    value === null ? null : new Place(name),
  ]);
  return Object.fromEntries(places) as V;
}

/** The names are part of the key, so that two forms never have the same one. */
function keyOf(values: Values, form: Form): string {
  let key = '';
  for (const name in form) key += `${name}=${form[name]} `;
  for (const name in values) if (values[name] !== null) key += `${name} `;
  return key;
}

function compile<V extends object, R>(query: Query<R>): Compiled<V, R> {
  const compiled = query.compile(builder);
  const { parameters } = compiled;
  return (values) => ({
    ...compiled,
    parameters: parameters.map((given) => (given instanceof Place ? (values as Values)[given.name] : given)),
  });
}

/** Writes the same SQL as the databases that run it, and runs none. */
const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new ColumnNames()],
});
