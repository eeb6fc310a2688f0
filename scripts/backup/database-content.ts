import pg from 'pg';

/**
 * Of every table, how many rows it has and what they hold together, as a superuser sees them. Which backups there are is not in
 * it, because that is noted after each.
 */
export async function contentOf(superuserUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema', 'operations') order by 1",
    );
    const content: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: sums } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row::text, ' ' order by row::text)), '') as sum from ${name} row`,
      );
      content[name] = sums[0]?.sum ?? '';
    }
    return content;
  } finally {
    await client.end();
  }
}
