import { parseArgs } from 'node:util';
import { addHost, listHosts, removeHost } from '../features/tenants/hosts.ts';
import { hostName } from '../hosts/host-name.ts';
import { hostProofFailure } from '../hosts/host-proof.ts';
import { originWithHost } from '../hosts/site.ts';
import { openDatabase } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { readDatabaseOwnerUrl, readPublicOrigin, readSignInSecret } from '../platform/settings/env.ts';
import {
  commandLineOperator,
  inTenant,
  print,
  printStatus,
  refuseOtherOptions,
  requireTenant,
  requireText,
  UsageError,
} from './command.ts';

export const HOST_USAGE = [
  'tenant host add <short name> <host name> [--main] [--unchecked]',
  'tenant host list <short name>',
  'tenant host remove <short name> <host name>',
];

/** The host names of a tenant's portal. */
export async function runHostCommand(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { main: { type: 'boolean' }, unchecked: { type: 'boolean' } },
  });
  const [word, slug, typed, ...more] = positionals;
  if (more.length > 0) throw new UsageError('Expected a single host name.');
  if (word !== 'add') refuseOtherOptions(`tenant host ${word}`, values, []);
  if (word === 'add') await add(slug, requireHost(typed), values);
  else if (word === 'remove')
    await inOwnersTenant(slug, (owner, tenantId) =>
      removeHost(owner, { tenantId, host: requireHost(typed), operator: commandLineOperator() }),
    );
  else if (word !== 'list') throw new UsageError('tenant host expects one of add, list, remove.');
  for (const { host, isMain } of await inTenant(slug, listHosts)) print(`${host}\t${isMain ? 'main' : '-'}`);
}

async function add(
  slug: string | undefined,
  host: string,
  { main = false, unchecked = false }: { main?: boolean | undefined; unchecked?: boolean | undefined },
): Promise<void> {
  const origin = originWithHost(readPublicOrigin(), host);
  const problem = unchecked ? null : await hostProofFailure(origin, readSignInSecret());
  if (problem !== null)
    throw new Refusal('host_elsewhere', {
      message: `${origin} does not lead to this portal: ${problem}. Point the name to this portal first (docs/operations.md, "Host names"), or add it with --unchecked.`,
    });
  await inOwnersTenant(slug, (owner, tenantId) =>
    addHost(owner, { tenantId, host, operator: commandLineOperator() }, main),
  );
  printStatus(
    unchecked
      ? `${host} was added. Whether it leads here was not checked.`
      : `${host} leads here, and was added.`,
  );
}

function requireHost(typed: string | undefined): string {
  const host = hostName(requireText('<host name>', typed));
  if (host === null)
    throw new UsageError(
      'A host name looks like portal.harbor.example, without https:// and without a port.',
    );
  return host;
}

async function inOwnersTenant(
  slug: string | undefined,
  work: (owner: ReturnType<typeof openDatabase>, tenantId: string) => Promise<void>,
): Promise<void> {
  const owner = openDatabase(readDatabaseOwnerUrl(), { maxConnections: 1 });
  try {
    await work(owner, (await requireTenant(owner, slug)).id);
  } finally {
    await owner.destroy();
  }
}
