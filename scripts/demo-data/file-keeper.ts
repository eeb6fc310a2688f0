import { createHash } from 'node:crypto';
import type { Ids, Row } from './book.ts';

export interface KeptFile {
  readonly key: string;
  readonly content: Uint8Array;
}

/** Rows go into the database and contents into the file storage; this holds the contents until they do. */
export interface FileKeeper {
  readonly kept: readonly KeptFile[];
  add(file: {
    tenantId: string;
    name: string;
    content: Uint8Array;
    createdAt: string;
  }): Row<'files'> & { id: bigint };
}

export function createFileKeeper(ids: Ids): FileKeeper {
  const kept: KeptFile[] = [];
  return {
    kept,
    add({ tenantId, name, content, createdAt }) {
      const id = ids.next('files');
      const sha256 = createHash('sha256').update(content).digest();
      // The content is in the key: two databases may share a storage and never a file that differs.
      const key = `${tenantId}/statements/${id}-${sha256.toString('hex').slice(0, 16)}.pdf`;
      kept.push({ key, content });
      return {
        tenantId,
        id,
        dealId: null,
        categoryId: null,
        name,
        contentType: 'application/pdf',
        byteSize: BigInt(content.length),
        sha256,
        storageKey: key,
        scanStatus: 'clean',
        uploadedBy: null,
        createdAt,
      };
    },
  };
}
