import {
  CamelCasePlugin,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import type pg from 'pg';

/** Between the names of columns and the code's. Rows have the code's already when they leave their connection. */
export class ColumnNames extends CamelCasePlugin {
  readonly #known = new Map<string, string>();

  inCode(column: string): string {
    const known = this.#known.get(column);
    if (known !== undefined) return known;
    const name = this.camelCase(column);
    this.#known.set(column, name);
    return name;
  }

  override async transformResult({ result }: Parameters<CamelCasePlugin['transformResult']>[0]) {
    return result;
  }
}

/**
 * The pool's connections as Kysely uses them. Statements are prepared once for each connection, so that PostgreSQL need not
 * parse and plan them anew. A connection in the driver's pipeline mode waits less often: of a transaction that only reads, the
 * begin and the settings that follow it go out together with the first statement, and nothing waits for its end. (One that
 * writes waits for its begin: what was sent behind a begin that fails would be done for good.)
 */
export function connectionsOf(pool: pg.Pool, names: ColumnNames): PostgresPool {
  const connections = new WeakMap<pg.PoolClient, Connection>();
  const statements = new StatementNames();
  return {
    async connect() {
      const client = await pool.connect();
      const connection = connections.get(client) ?? new Connection(client, names, statements);
      connections.set(client, connection);
      // A cursor could not share a connection with what is sent behind it: rows are streamed by FETCH.
      return connection as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

type Answer = PostgresQueryResult<unknown>;

const NOTHING: Answer = { command: 'SELECT', rowCount: 0, rows: [] };

class Connection {
  readonly #client: pg.PoolClient;
  readonly #names: ColumnNames;
  readonly #statements: StatementNames;
  /** What is sent together with the next statement, which also reports its failure. */
  #held: string[] = [];
  /** Within a transaction that only reads, on a connection in pipeline mode. */
  #isHolding = false;
  #hasFailed = false;
  #isStale = false;

  constructor(client: pg.PoolClient, names: ColumnNames, statements: StatementNames) {
    this.#client = client;
    this.#names = names;
    this.#statements = statements;
  }

  async query(text: string, values: readonly unknown[]): Promise<Answer> {
    if (BEGIN.test(text)) {
      this.#isHolding = this.#client.pipeline && text.endsWith('read only');
      this.#hasFailed = false;
      if (this.#isHolding) return this.#hold(text);
    } else if (this.#isHolding) {
      if (text.startsWith('set local ')) return this.#hold(text);
      if (text === 'commit' && this.#held.length === 0 && !this.#hasFailed) return this.#leave(text);
    }
    try {
      return await this.#send(text, values);
    } catch (error) {
      this.#hasFailed = true;
      if (isOfOldShape(error)) this.#isStale = true;
      throw error;
    }
  }

  release(discard?: boolean): void {
    this.#client.release(discard || this.#isStale);
  }

  #hold(text: string): Answer {
    this.#held.push(text);
    return NOTHING;
  }

  #leave(text: string): Answer {
    // A connection that broke meanwhile is taken out by the pool.
    this.#client.query(text).catch(() => undefined);
    return NOTHING;
  }

  async #send(text: string, values: readonly unknown[]): Promise<Answer> {
    const held = this.#held.splice(0).join('; ');
    const before = held === '' ? null : this.#client.query(held);
    const name = values.length > 0 ? this.#statements.nameOf(text) : undefined;
    const sent = this.#client.query({
      text,
      values: values as unknown[],
      rowMode: 'array',
      ...(name && { name }),
    });
    const [result] = await Promise.all([sent, before]);
    return { command: result.command, rowCount: result.rowCount, rows: this.#withNames(result) } as Answer;
  }

  #withNames({ fields, rows }: pg.QueryArrayResult): object[] {
    // Several statements at once answer with none.
    if (!rows) return [];
    const names = fields.map(({ name }) => this.#names.inCode(name));
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index];
      return row;
    });
  }
}

const BEGIN = /^(begin|start transaction)/;

/** Each prepared statement takes memory of every connection. */
const MAX_PREPARED = 300;

/** A star is not prepared: once a migration has added a column, PostgreSQL refuses the statement. */
const PREPARED = /^\s*(select|with|insert|update|delete)\b(?!.*\*)/is;

/** The names under which the connections of one pool prepare their statements. */
class StatementNames {
  readonly #known = new Map<string, string>();

  nameOf(text: string): string | undefined {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_PREPARED || !PREPARED.test(text)) return undefined;
    const name = `s${this.#known.size}`;
    this.#known.set(text, name);
    return name;
  }
}

const FEATURE_NOT_SUPPORTED = '0A000';

/** The tables have changed below a prepared statement; a new connection knows them as they are. */
const isOfOldShape = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FEATURE_NOT_SUPPORTED;
