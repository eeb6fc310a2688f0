import { useEffect, useRef, useState } from 'react';
import { offersContract } from '../../../shared/contract/offers.ts';
import { FILE_REFUSALS, MAX_FILE_BYTES, MAX_FILES_PER_LINK } from '../../../shared/domain/offer-files.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { callUnderLink } from '../../lib/under-link.ts';
import { putFile } from '../../lib/upload.ts';
import { flash } from '../../ui/message/flash.ts';
import { type OfferLink, type ServerFile, useStagedFiles } from './offer.api.ts';
import {
  type FileStage,
  FilesNotSent,
  isOnTheWay,
  type OfferFile,
  pickedFile,
  UPLOAD_FAILED,
} from './offer-file.ts';

const LOOK_AGAIN_MS = 250;

/** The files of the form. Each is uploaded as soon as it has a category, and checked while the broker writes. */
export function useOfferFiles(link: OfferLink) {
  const [picked, setPicked] = useState<readonly OfferFile[]>([]);
  const staged = useStagedFiles(link, uploadedIdsOf(picked));
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<readonly string[]>([]);
  const uploads = useRef(new Map<string, AbortController>());
  const files = merge(
    picked,
    (staged.data ?? []).filter(({ id }) => !removed.has(id)),
  );
  // With a link that is refused no file is decided on any more; the acceptance will show the reason.
  const isRefused = staged.error instanceof ApiError && !staged.error.isTemporary;
  const latest = useRef({ files, isRefused });
  latest.current = { files, isRefused };

  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const upload of running.values()) upload.abort();
      for (const { previewUrl } of latest.current.files) if (previewUrl) URL.revokeObjectURL(previewUrl);
    };
  }, []);

  const change = (key: string, changes: Partial<OfferFile>) =>
    setPicked((all) => all.map((file) => (file.key === key ? { ...file, ...changes } : file)));

  /** If this call fails, the file is not sent with the acceptance, and is deleted with the link. */
  const forgetOnServer = (id: string) => {
    setRemoved((all) => new Set(all).add(id));
    callUnderLink(offersContract.removeStagedFile, { params: { id } }, link.token).catch(() => undefined);
  };

  const upload = async ({ key, bytes, name, size }: OfferFile, categoryId: bigint) => {
    if (!bytes) return;
    const controller = new AbortController();
    uploads.current.set(key, controller);
    change(key, { stage: { kind: 'uploading', part: 0 }, serverId: null });
    try {
      const announced = await callUnderLink(
        offersContract.stageFile,
        { body: { name, size, categoryId, dealId: null } },
        link.token,
        { whenUnanswered: 'The portal did not answer. Please try again.' },
      );
      // It was removed in the meantime, or is being uploaded with another category.
      if (controller.signal.aborted) return forgetOnServer(announced.id);
      const params = { id: announced.id };
      change(key, { serverId: announced.id });
      const onProgress = (part: number) => change(key, { stage: { kind: 'uploading', part } });
      if (!announced.upload) throw ApiError.of('unexpected');
      await putFile(bytes, announced.upload, { signal: controller.signal, onProgress });
      await callUnderLink(offersContract.fileUploaded, { params }, link.token);
      if (controller.signal.aborted) return;
      change(key, { stage: { kind: 'checking' } });
      void staged.refetch();
    } catch (error) {
      if (controller.signal.aborted) return;
      change(key, { stage: { kind: 'failed', message: messageOf(error) } });
      flash(UPLOAD_FAILED, { tone: 'bad', seconds: 4 });
    } finally {
      if (uploads.current.get(key) === controller) uploads.current.delete(key);
    }
  };

  /** Files chosen or dropped together. Each one that is rejected is named. */
  const add = (chosen: readonly File[], ofOtherKinds: readonly File[]) => {
    const room = Math.max(0, MAX_FILES_PER_LINK - files.length);
    const fitting = chosen.filter(({ size }) => size > 0 && size <= MAX_FILE_BYTES);
    setProblems(whyNotAll(chosen, ofOtherKinds, fitting.length > room));
    setPicked((all) => [...all, ...fitting.slice(0, room).map(pickedFile)]);
  };

  const remove = ({ key, serverId, previewUrl }: OfferFile) => {
    uploads.current.get(key)?.abort();
    setPicked((all) => all.filter((file) => file.key !== key));
    if (previewUrl) URL.revokeObjectURL(previewUrl);
    if (serverId) forgetOnServer(serverId);
  };

  /**
   * Uploads the file again with another category, because the server's record of a file has the category that it was announced
   * with.
   */
  const categorize = (file: OfferFile, categoryId: bigint) => {
    uploads.current.get(file.key)?.abort();
    if (file.serverId) forgetOnServer(file.serverId);
    change(file.key, { categoryId, isCategoryMissing: false });
    void upload(file, categoryId);
  };

  const retry = (file: OfferFile) => {
    if (file.categoryId !== null) categorize(file, file.categoryId);
  };

  /** Marks the files without a category. True if there are none. */
  const requireCategories = (): boolean => {
    setPicked((all) => all.map((file) => ({ ...file, isCategoryMissing: file.categoryId === null })));
    return files.every(({ categoryId }) => categoryId !== null);
  };

  /**
   * The ids of all accepted files, once every file has been decided on. Throws if a file was not uploaded, so that none is left
   * out without asking.
   */
  const settled = async (): Promise<string[]> => {
    while (latest.current.files.some(isOnTheWay) && !latest.current.isRefused) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    const missing = latest.current.files.filter(({ stage }) => stage.kind === 'failed');
    if (missing.length > 0 && !latest.current.isRefused)
      throw new FilesNotSent(missing.map(({ name }) => name));
    return latest.current.files.flatMap(({ stage, serverId }) =>
      stage.kind === 'clean' && serverId ? [serverId] : [],
    );
  };

  return { files, problems, add, remove, categorize, retry, requireCategories, settled };
}

const uploadedIdsOf = (picked: readonly OfferFile[]): string[] =>
  picked.flatMap(({ stage, serverId }) => (stage.kind === 'checking' && serverId ? [serverId] : []));

function whyNotAll(chosen: readonly File[], ofOtherKinds: readonly File[], isTooMany: boolean): string[] {
  const large = chosen.filter(({ size }) => size > MAX_FILE_BYTES);
  const empty = chosen.filter(({ size }) => size === 0);
  return [
    ...(ofOtherKinds.length > 0
      ? [`${ofOtherKinds.map(({ name }) => name).join(', ')}: ${FILE_REFUSALS.type_not_allowed}`]
      : []),
    ...large.map(({ name }) => `${name} is larger than 20 MB and was left out.`),
    ...empty.map(({ name }) => `${name} is empty and was left out.`),
    ...(isTooMany ? [`No more than ${MAX_FILES_PER_LINK} files can be sent.`] : []),
  ];
}

/** Merges the page's state of a file with the server's. A file that only the server knows was uploaded before a reload. */
function merge(picked: readonly OfferFile[], known: readonly ServerFile[]): OfferFile[] {
  const byId = new Map(known.map((file) => [file.id, file]));
  const ours = picked.map((file) => {
    const server = file.stage.kind === 'checking' && file.serverId ? byId.get(file.serverId) : undefined;
    return server ? { ...file, stage: stageOf(server) } : file;
  });
  const oursById = new Set(picked.map(({ serverId }) => serverId));
  const before = known.filter(({ id, state }) => !oursById.has(id) && state !== 'awaiting upload');
  return [...before.map(fromServer), ...ours];
}

const fromServer = (file: ServerFile): OfferFile => ({
  key: file.id,
  serverId: file.id,
  name: file.name,
  size: file.size,
  categoryId: file.categoryId,
  isCategoryMissing: false,
  stage: stageOf(file),
  previewUrl: null,
  bytes: null,
});

function stageOf({ state, refusal }: Pick<ServerFile, 'state' | 'refusal'>): FileStage {
  if (state === 'refused') return { kind: 'refused', refusal: refusal ?? 'unreadable' };
  return state === 'clean' ? { kind: 'clean' } : { kind: 'checking' };
}
