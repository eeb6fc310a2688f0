import { resealRows } from '../identity/reseal-rows.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Database } from '../platform/db/database.ts';
import { filePlace } from './make-file.ts';
import { offsetPlace } from './originators.ts';
import { correctedPlace } from './read-return-file.ts';

/** The files for the bank, the accounts that they debit, and what banks wrote about accounts. */
export const resealPayoutFiles = async (
  db: Database,
  encryption: Encryption,
  tenantId: string,
): Promise<number> =>
  (await resealFiles(db, encryption, tenantId)) +
  (await resealOriginators(db, encryption, tenantId)) +
  (await resealCorrected(db, encryption, tenantId));

/** What notifications of change correct, in files that nobody has entered yet. */
const resealCorrected = (db: Database, encryption: Encryption, tenantId: string) =>
  resealRows(db, tenantId, {
    read: (tx, most) =>
      tx
        .selectFrom('returnFileEntries')
        .select(['fileId', 'place', 'correctedCipher', 'keyId'])
        .where('tenantId', '=', tenantId)
        .where('keyId', '<>', encryption.keyId)
        .orderBy('fileId')
        .orderBy('place')
        .limit(most)
        .forUpdate()
        .$narrowType<{ correctedCipher: Buffer; keyId: string }>()
        .execute(),
    write: (tx, { fileId, place, correctedCipher: cipher, keyId }) => {
      const sealed = encryption.reseal({ cipher, keyId }, correctedPlace({ tenantId, fileId }, place));
      return tx
        .updateTable('returnFileEntries')
        .set({ correctedCipher: sealed.cipher, keyId: sealed.keyId })
        .where('tenantId', '=', tenantId)
        .where('fileId', '=', fileId)
        .where('place', '=', place)
        .execute();
    },
  });

const resealFiles = (db: Database, encryption: Encryption, tenantId: string) =>
  resealRows(db, tenantId, {
    read: (tx, most) =>
      tx
        .selectFrom('payoutRunFiles')
        .select(['runId', 'fileCipher', 'keyId'])
        .where('tenantId', '=', tenantId)
        .where('keyId', '<>', encryption.keyId)
        .orderBy('runId')
        .limit(most)
        .forUpdate()
        .execute(),
    write: (tx, { runId, fileCipher: cipher, keyId }) => {
      const sealed = encryption.reseal({ cipher, keyId }, filePlace({ tenantId, runId }));
      return tx
        .updateTable('payoutRunFiles')
        .set({ fileCipher: sealed.cipher, keyId: sealed.keyId })
        .where('tenantId', '=', tenantId)
        .where('runId', '=', runId)
        .execute();
    },
  });

const resealOriginators = (db: Database, encryption: Encryption, tenantId: string) =>
  resealRows(db, tenantId, {
    read: (tx, most) =>
      tx
        .selectFrom('payoutOriginators')
        .select(['id', 'offsetAccountCipher', 'keyId'])
        .where('tenantId', '=', tenantId)
        .where('keyId', '<>', encryption.keyId)
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .$narrowType<{ offsetAccountCipher: Buffer; keyId: string }>()
        .execute(),
    write: (tx, { id, offsetAccountCipher: cipher, keyId }) => {
      const sealed = encryption.reseal({ cipher, keyId }, offsetPlace(tenantId));
      return tx
        .updateTable('payoutOriginators')
        .set({ offsetAccountCipher: sealed.cipher, keyId: sealed.keyId })
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .execute();
    },
  });
