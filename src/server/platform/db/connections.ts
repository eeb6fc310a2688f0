import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import type { ColumnNames } from './column-names.ts';
import { limitOf, patienceFor } from './statement-limits.ts';

/**
 * The pool's connections in the form that Kysely uses. Each connection prepares a statement once, so that PostgreSQL need not
 * parse and plan it again, and is asked one statement at a time. In a read-only transaction, the begin and its settings are one
 * text, sent when the first statement is asked for.
 */
export function connectionsOf(pool: pg.Pool, names: ColumnNames, statementTimeout?: number): PostgresPool {
  const connections = new WeakMap<pg.PoolClient, Connection>();
  const statements = new StatementNames();
  return {
    async connect() {
      const client = await pool.connect();
      const connection =
        connections.get(client) ?? new Connection(client, names, statements, statementTimeout);
      connections.set(client, connection);
      // Rows are streamed with FETCH, so Kysely needs no cursor of the driver.
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
  /** The statement that was asked for last; the next one waits for its answer. */
  #last: Promise<unknown> = Promise.resolve();
  /** The begin and settings of a read-only transaction. The next statement sends them first, and reports their failure. */
  #held: string[] = [];
  #isReading = false;
  #isStale = false;
  /** The limit of every transaction here, if it is not the role's. */
  readonly #usualLimit: number | undefined;
  /** How long PostgreSQL may take for a statement of this transaction, and of this session, if not as the role says. */
  #limit: number | undefined;
  #sessionLimit: number | undefined;

  constructor(
    client: pg.PoolClient,
    names: ColumnNames,
    statements: StatementNames,
    usualLimit: number | undefined,
  ) {
    this.#client = client;
    this.#names = names;
    this.#statements = statements;
    this.#usualLimit = usualLimit;
  }

  query(text: string, values: readonly unknown[]): Promise<Answer> {
    const answer = this.#last.then(() => this.#ask(text, values));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask(given: string, values: readonly unknown[]): Promise<Answer> {
    const text = this.#withLimit(given);
    if (BEGIN.test(text)) this.#isReading = given.endsWith('read only');
    if (this.#isReading && (BEGIN.test(text) || text.startsWith('set local '))) {
      this.#held.push(text);
      return NOTHING;
    }
    try {
      return await this.#send(text, values);
    } catch (error) {
      // PostgreSQL rolls back when a connection ends. What broke it is the error that the caller should get.
      if (text === 'rollback') {
        this.#isStale = true;
        return NOTHING;
      }
      if (isOfOldShape(error)) {
        this.#isStale = true;
        this.#statements.renew(text);
      }
      throw error;
    }
  }

  release(discard?: boolean): void {
    // It was that of a transaction. Whoever comes next may send statements outside of one.
    this.#limit = undefined;
    this.#client.release(discard || this.#isStale);
  }

  /** Follows what statements say about their limit, so that the driver waits longer than PostgreSQL takes. */
  #withLimit(text: string): string {
    if (BEGIN.test(text)) {
      this.#limit = this.#usualLimit;
      return this.#limit === undefined ? text : `${text}; set local statement_timeout = ${this.#limit}`;
    }
    const said = limitOf(text);
    if (said?.isLocal) this.#limit = said.milliseconds;
    else if (said) this.#sessionLimit = said.milliseconds;
    return text;
  }

  async #send(text: string, values: readonly unknown[]): Promise<Answer> {
    const held = this.#held.splice(0).join('; ');
    if (held !== '') await this.#client.query(held);
    const result = await this.#client.query({
      ...(values.length > 0 ? this.#statements.preparedAs(text) : { text }),
      values: values as unknown[],
      rowMode: 'array',
      ...patienceFor(this.#limit ?? this.#sessionLimit),
    });
    return { command: result.command, rowCount: result.rowCount, rows: this.#withNames(result) } as Answer;
  }

  #withNames({ fields, rows }: pg.QueryArrayResult): object[] {
    // Several statements sent as one text return no rows.
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

/** Each prepared statement takes memory on every connection. */
const MAX_PREPARED = 300;

/**
 * A query whose columns are a star is not prepared, because PostgreSQL refuses it once a migration has added a column. The stars of
 * count(*) and of products are no columns.
 */
const PREPARED =
  /^\s*(?=select|with|insert|update|delete)(?!.*(\b(select|distinct|all|returning)\s+|[,.]\s*)\*)/is;

interface Prepared {
  text: string;
  /** Undefined for a statement that is not prepared. */
  name?: string;
}

/** The names under which one pool's connections prepare their statements. */
class StatementNames {
  readonly #known = new Map<string, Prepared>();
  #names = 0;

  preparedAs(text: string): Prepared {
    const known = this.#known.get(text);
    if (known) return known;
    if (this.#known.size >= MAX_PREPARED || !PREPARED.test(text)) return { text };
    return this.#prepare(text, text);
  }

  /**
   * Prepares a statement anew. A pooler keeps its own connections when ours are closed, and recognizes a statement by its text,
   * so the text changes too, by a space.
   */
  renew(text: string): void {
    const known = this.#known.get(text);
    if (known) this.#prepare(text, `${known.text} `);
  }

  #prepare(asked: string, text: string): Prepared {
    const prepared = { text, name: `s${this.#names}` };
    this.#names += 1;
    this.#known.set(asked, prepared);
    return prepared;
  }
}

const FEATURE_NOT_SUPPORTED = '0A000';

/** The tables have changed since the statement was prepared. A new connection prepares it again. */
const isOfOldShape = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FEATURE_NOT_SUPPORTED;
