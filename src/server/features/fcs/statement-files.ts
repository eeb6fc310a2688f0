import { sql } from 'kysely';
import { fcsContract } from '../../../shared/contract/fcs.ts';
import type { Investor } from '../../access/caller.ts';
import { identifyCaller } from '../../access/identify-caller.ts';
import { refuseBeforeDuties, requirePermissions } from '../../access/requirements.ts';
import type { Deps } from '../../deps.ts';
import { belongsToSite, type Site } from '../../hosts/site.ts';
import { hashSessionToken } from '../../identity/tokens.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import type { FileToSend } from '../../platform/http/stored-files.ts';
import { viewerOf } from './fcs.policy.ts';
import { requireCompany } from './visible-deals.queries.ts';

const LINK_SECONDS = 60;

/**
 * A link for this session alone. That somebody asked for it is written down with it. The address holds no token: it opens the file
 * only together with the session's cookie, and only for a minute after the session's bearer token has asked for it.
 */
export async function linkToStatement(tx: Tx, caller: Investor, fileId: bigint) {
  const { tenantId, sessionId, userId } = caller;
  await findFile(tx, caller, fileId);
  await tx
    .insertInto('statementFileLinks')
    .values({
      tenantId,
      fileId,
      sessionId,
      expiresAt: sql<Date>`now() + make_interval(secs => ${LINK_SECONDS})`,
    })
    .onConflict((link) => link.doNothing())
    .execute();
  await recordAudit(tx, { actorId: userId, action: 'statement file opened', subject: `file ${fileId}` });
  const { path } = fcsContract.openStatement;
  const address = path.replace(':tenant_id', tenantId).replace(':file_id', String(fileId));
  return { address, expiresInSeconds: LINK_SECONDS };
}

interface Presented {
  tenantId: string;
  fileId: bigint;
  /** From the cookie, because a new browser tab sends no bearer token. */
  sessionToken: string | undefined;
  site: Site;
}

/**
 * The session must be live, must have asked for the file within the last minute, and must still be allowed to see it.
 */
export async function openStatement(
  { db, fileStorage }: Deps,
  { tenantId, fileId, sessionToken, site }: Presented,
): Promise<FileToSend> {
  if (!sessionToken || !belongsToSite(site, tenantId)) throw new Refusal('not_found');
  const file = await inTransaction(
    db,
    async (tx) => {
      const tokenHash = hashSessionToken(sessionToken, site);
      const caller = await identifyCaller(tx, 'investor', { tenantId, tokenHash, tokenKind: 'refresh' });
      refuseBeforeDuties(caller, fcsContract.openStatement);
      requirePermissions(caller, fcsContract.openStatement);
      const link = await tx
        .selectFrom('statementFileLinks')
        .select(sql<boolean>`expires_at <= now()`.as('isExpired'))
        .where('tenantId', '=', tenantId)
        .where('sessionId', '=', caller.sessionId)
        .where('fileId', '=', fileId)
        .orderBy('issuedAt', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!link) throw new Refusal('not_found');
      if (link.isExpired) throw new Refusal('link_expired');
      return findFile(tx, caller, fileId);
    },
    { readOnly: true },
  );
  return { name: file.name, contentType: file.contentType, open: () => fileStorage.get(file.storageKey) };
}

/** The file of a month that the viewer is shown, if it was found clean. */
async function findFile(tx: Tx, caller: Investor, fileId: bigint) {
  const viewer = viewerOf(caller);
  const file = await findStatement(tx, viewer.tenantId, fileId);
  await requireCompany(tx, viewer, file.companyId);
  return file;
}

/** The file of a month that is on a sheet (of that company's), with whose it is. What was not found clean does not exist for anybody. */
export async function findStatement(tx: Tx, tenantId: string, fileId: bigint, companyId?: bigint) {
  const file = await tx
    .selectFrom('files as file')
    .innerJoin('statementMonths as s', (join) =>
      join.onRef('s.tenantId', '=', 'file.tenantId').onRef('s.fileId', '=', 'file.id'),
    )
    .innerJoin('companyBankAccounts as account', (join) =>
      join.onRef('account.tenantId', '=', 's.tenantId').onRef('account.id', '=', 's.bankAccountId'),
    )
    .select(['file.name', 'file.contentType', 'file.storageKey', 'account.companyId'])
    .where('file.tenantId', '=', tenantId)
    .where('file.id', '=', fileId)
    .where('file.scanStatus', '=', 'clean')
    .where('s.isScrubbed', '=', true)
    .$if(companyId !== undefined, (found) => found.where('account.companyId', '=', companyId ?? null))
    .limit(1)
    .executeTakeFirst();
  if (!file) throw new Refusal('not_found');
  return file;
}
