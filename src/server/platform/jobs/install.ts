import { runMigrations } from 'graphile-worker';
import { createPool } from '../db/pools.ts';

/** Creates or updates the job tables and grants them to the server's role, because its transactions add jobs. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const pool = createPool(ownerUrl, { maxConnections: 2, queryTimeout: null });
  try {
    await runMigrations({ pgPool: pool });
    await pool.query(`
      grant usage on schema graphile_worker to portal_app;
      grant select, insert, update, delete on all tables in schema graphile_worker to portal_app;
      grant usage, select on all sequences in schema graphile_worker to portal_app;
      grant execute on all functions in schema graphile_worker to portal_app;
      do $$
      declare tab record;
      begin
        for tab in select c.oid::regclass as name from pg_class c
          where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
            and not exists (select from pg_policy p where p.polrelid = c.oid)
        loop
          execute format('create policy worker on %s to portal_app using (true) with check (true)', tab.name);
        end loop;
      end $$;`);
  } finally {
    await pool.end();
  }
}
