import { createHash } from 'node:crypto';
import type { Ids, Row } from './book.ts';

export interface KeptFile {
  readonly key: string;
  readonly content: Uint8Array;
}

/** Collects file contents until they are stored. Rows go into the database, contents into the file storage. */
export interface FileKeeper {
  readonly kept: readonly KeptFile[];
  add(file: {
    tenantId: string;
    name: string;
    content: Uint8Array;
    createdAt: string;
  }): Row<'files'> & { id: bigint };
  /** Keeps the content of a file whose row lies in another table. */
  keep(key: string, content: Uint8Array): void;
}

export function createFileKeeper(ids: Ids): FileKeeper {
  const kept: KeptFile[] = [];
  return {
    kept,
    keep: (key, content) => void kept.push({ key, content }),
    add({ tenantId, name, content, createdAt }) {
      const id = ids.next('files');
      const sha256 = createHash('sha256').update(content).digest();
      // The key contains the hash of the content, so two databases can share a storage without conflicts.
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
