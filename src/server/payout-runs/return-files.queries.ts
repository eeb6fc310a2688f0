import { sql } from 'kysely';
import type { Cents } from '../../shared/domain/money.ts';
import type { ReturnFileState, ReturnSource } from '../../shared/domain/return-files.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import type { Tx } from '../platform/db/database.ts';

export interface WhichReturnFile {
  tenantId: string;
  fileId: bigint;
}

export interface ReturnFile {
  id: bigint;
  source: ReturnSource;
  name: string;
  bankName: string;
  reason: string | null;
  total: Cents;
  state: ReturnFileState;
  readBy: bigint;
  readByName: string;
  readAt: Date;
  settledByName: string | null;
  settledAt: Date | null;
}

const files = (tenantId: string) => sql`
  select file.id, file.source, file.name, file.bank_name as "bankName", file.reason, file.total_cents as total, file.state,
    file.read_by as "readBy", coalesce(reader.name, '') as "readByName", file.read_at as "readAt", settler.name as "settledByName",
    coalesce(file.entered_at, file.discarded_at) as "settledAt"
  from return_files file
  left join memberships reader on reader.tenant_id = file.tenant_id and reader.user_id = file.read_by
  left join memberships settler on settler.tenant_id = file.tenant_id
    and settler.user_id = coalesce(file.entered_by, file.discarded_by)
  where file.tenant_id = ${tenantId}::uuid`;

export async function readReturnFile(tx: Tx, { tenantId, fileId }: WhichReturnFile): Promise<ReturnFile> {
  const { rows } = await sql<ReturnFile>`${files(tenantId)} and file.id = ${fileId}`.execute(tx);
  const [file] = rows;
  if (!file) throw notFoundInTenant(`return file ${fileId}`);
  return file;
}

/** Those that wait to be entered or discarded, and the newest of the others. */
export async function listReturnFiles(tx: Tx, tenantId: string): Promise<ReturnFile[]> {
  const { rows } = await sql<ReturnFile>`
    ${files(tenantId)} order by file.state = 'read' desc, file.id desc limit 12`.execute(tx);
  return rows;
}
