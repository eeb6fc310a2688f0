import type { FileRefusal } from '../../../shared/domain/offer-files.ts';

/** How far a file has come: picked, its bytes on the way, checked by the server, kept or not. */
export type FileStage =
  | { kind: 'picked' }
  | { kind: 'uploading'; part: number }
  | { kind: 'checking' }
  | { kind: 'clean' }
  | { kind: 'refused'; refusal: FileRefusal }
  | { kind: 'failed'; message: string };

export interface OfferFile {
  /** Ours, while the page is open; the server has its own from when the file is announced. */
  key: string;
  serverId: string | null;
  name: string;
  size: number;
  categoryId: bigint | null;
  isCategoryMissing: boolean;
  stage: FileStage;
  /** Of a picture, as long as the page knows its bytes. */
  previewUrl: string | null;
  /** Not there after a reload: the bytes are with the server then. */
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

/** 'PDF' */
export const kindOf = ({ name }: OfferFile): string =>
  /\.([^.]{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? 'FILE';

export const UPLOAD_FAILED = 'There was an error uploading files.';

/** Of the files that were chosen some have not arrived: an acceptance now could never be followed by them. */
export class FilesNotSent extends Error {
  constructor(names: readonly string[]) {
    super(`${names.join(', ')} did not arrive. Try again, or remove what is not to be sent.`);
  }
}
