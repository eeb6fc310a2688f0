import { parseArgs } from 'node:util';
import { SCOPES, type Scope } from '../../shared/contract/scopes.ts';
import { issueToken, listTokens } from '../features/service-tokens/service-tokens.ts';
import { revokeToken } from '../identity/service-tokens.ts';
import {
  type Command,
  commandLineOperator,
  inTenant,
  print,
  printStatus,
  refuseOtherOptions,
  requireNumber,
  requireText,
  UsageError,
} from './command.ts';

const DEFAULT_DAYS = '90';
const MAX_DAYS = 366;

/** Tokens are issued by this command and by people at the desk, so that no token can be used to get another. */
export const tokenCommand: Command = {
  about: 'adds, lists and revokes service tokens, with which a funder’s own systems call the portal',
  usage: [
    `token add --tenant <name> --name <what it is for> --scopes ${SCOPES.join(',')} [--days <number>]`,
    'token list --tenant <name>',
    'token revoke <id> --tenant <name>',
  ],
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        name: { type: 'string' },
        scopes: { type: 'string' },
        days: { type: 'string' },
      },
    });
    const [word, revoked, ...more] = positionals;
    if (word !== 'add') refuseOtherOptions(`token ${word}`, values, []);
    if (more.length > 0 || (revoked !== undefined && word !== 'revoke'))
      throw new UsageError('There is one argument too many.');
    if (word === 'add') {
      const name = requireText('--name', values.name);
      const scopes = requireScopes(values.scopes);
      const days = Number(requireNumber('--days', values.days ?? DEFAULT_DAYS, { from: 1, to: MAX_DAYS }));
      const { id, token } = await inTenant(values.tenant, (tx, tenantId) =>
        issueToken(tx, tenantId, { name, scopes, days }, commandLineOperator()),
      );
      print(token);
      printStatus(`Service token ${id}, for ${days} days. It is shown only this once.`);
    } else if (word === 'list') {
      const tokens = await inTenant(values.tenant, listTokens);
      for (const { id, name, scopes, state, expiresAt, lastUsedAt } of tokens) {
        const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used';
        print(`${id}\t${name}\t${scopes.join(',')}\t${state}, expires ${expiresAt.toISOString()}\t${used}`);
      }
    } else if (word === 'revoke') {
      const tokenId = requireNumber('token revoke', revoked);
      const isRevoked = await inTenant(values.tenant, (tx, tenantId) =>
        revokeToken(tx, tenantId, tokenId, commandLineOperator()),
      );
      if (!isRevoked) throw new UsageError(`The tenant has no service token ${tokenId} that is valid.`);
      print(`Service token ${tokenId} is revoked.`);
    } else throw new UsageError('token expects one of add, list, revoke.');
  },
};

function requireScopes(text: string | undefined): Scope[] {
  const named = requireText('--scopes', text).split(',');
  const unknown = named.filter((name) => !SCOPES.some((scope) => scope === name));
  if (unknown.length === 0) return named as Scope[];
  throw new UsageError(
    `There is no scope ${unknown.join(', ')}; --scopes takes some of ${SCOPES.join(',')}.`,
  );
}
