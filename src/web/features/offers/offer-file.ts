import type { FileRefusal } from '../../../shared/domain/offer-files.ts';

/** The stages of a file: chosen, uploading, being checked by the server, accepted or not. */
export type FileStage =
  | { kind: 'picked' }
  | { kind: 'uploading'; part: number }
  | { kind: 'checking' }
  | { kind: 'clean' }
  | { kind: 'refused'; refusal: FileRefusal }
  | { kind: 'failed'; message: string };

export interface OfferFile {
  /** The browser's own key while the page is open; the server assigns an id when the upload is announced. */
  key: string;
  serverId: string | null;
  name: string;
  size: number;
  categoryId: bigint | null;
  isCategoryMissing: boolean;
  stage: FileStage;
  /** The preview of a picture, as long as the page has its bytes. */
  previewUrl: string | null;
  /** Undefined after a reload, when only the server has the bytes. */
  bytes: File | null;
}

const PICTURES = /\.(jpe?g|png|gif)$/i;

export function pickedFile(bytes: File): OfferFile {
  return {
    key: crypto.randomUUID(),
    serverId: null,
    name: bytes.name,
    size: bytes.size,
    categoryId: null,
    isCategoryMissing: false,
    stage: { kind: 'picked' },
    previewUrl: PICTURES.test(bytes.name) ? URL.createObjectURL(bytes) : null,
    bytes,
  };
}

export const isOnTheWay = ({ stage }: OfferFile): boolean =>
  stage.kind === 'uploading' || stage.kind === 'checking';

/** For example 'PDF'. */
export const kindOf = ({ name }: OfferFile): string =>
  /\.([^.]{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? 'FILE';

export const UPLOAD_FAILED = 'There was an error uploading files.';

/** Some of the chosen files have not been uploaded, and they could not be added after the acceptance. */
export class FilesNotSent extends Error {
  constructor(names: readonly string[]) {
    super(`${names.join(', ')} did not arrive. Try again, or remove what is not to be sent.`);
  }
}
