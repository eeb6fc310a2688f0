import type { offersContract } from '../../../shared/contract/offers.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { noteFirst } from '../../access/recorded-use.ts';
import type { Deps } from '../../deps.ts';
import { noteOpened } from '../../identity/capabilities.ts';
import { Refusal } from '../../platform/errors.ts';
import { acceptOffer } from './accept-offer.ts';
import { readCategories, readOffer, refuseClosed } from './offers.queries.ts';
import { storeSentFile } from './sent-file.ts';
import { fileUploaded, readStagedFiles, removeStagedFile, stageFile, uploadOf } from './staged-files.ts';

export const offersHandlers = (deps: Deps): Handlers<typeof offersContract> => ({
  async offerForBroker({ params, link, tx, recordUse }) {
    if (params.offerId !== link.subjectId) throw new Refusal('link_unknown');
    refuseClosed(link);
    const { offer, broker } = await readOffer(tx, link);
    await recordUse(`offer ${link.subjectId}`);
    // A scanner of mails that only fetches the page does not get as far as this call.
    if (!link.isOpened) noteFirst(link.tenantId, 'link opened', (other) => noteOpened(other, link));
    return { data: { offers: [offer], brokers: [broker] } };
  },

  async fileCategories({ link, tx }) {
    refuseClosed(link);
    return { categories: await readCategories(tx, link.tenantId) };
  },

  async stageFile({ body, link, inTransaction, sentFile }) {
    refuseClosed(link);
    const id = await inTransaction((tx, openLink) => stageFile(tx, openLink, body));
    if (!sentFile) {
      const upload = await uploadOf(deps, link, { id, size: body.size });
      return { id, isDone: true, message: 'Please send the file to this address.', upload };
    }
    await storeSentFile(inTransaction, deps, { link, id, file: sentFile });
    return { id, isDone: true, message: 'The file has arrived and is being checked.', upload: null };
  },

  async fileUploaded({ params, link, inTransaction }) {
    refuseClosed(link);
    return fileUploaded(inTransaction, deps, params.id);
  },

  async stagedFiles({ link, tx }) {
    refuseClosed(link);
    return { files: await readStagedFiles(tx, link) };
  },

  async removeStagedFile({ params, link, tx }) {
    refuseClosed(link);
    await removeStagedFile(tx, link, params.id);
    return { isDone: true, message: 'The file was removed.' };
  },

  async acceptOffer({ params, body, link, tx, idempotencyKey }) {
    if (params.offerId !== link.subjectId) throw new Refusal('link_unknown');
    return acceptOffer(tx, deps, link, { idempotencyKey, acceptance: body });
  },
});
