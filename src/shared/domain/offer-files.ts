/** The file types that a broker may send with an acceptance. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_FILES_PER_LINK = 20;
/** Also those that were removed again, as they are when a file gets another category. */
export const MAX_FILES_EVER_PER_LINK = 40;
export const MAX_BYTES_EVER_PER_LINK = 600 * 1024 * 1024;
export const FILE_EXTENSIONS = ['pdf', 'jpg', 'jpeg', 'png', 'gif', 'doc', 'docx', 'xls', 'xlsx'] as const;
export type FileExtension = (typeof FILE_EXTENSIONS)[number];

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;

/** '1 kB', '812 kB', '1.4 MB'. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / KILOBYTE));
  return kilobytes < KILOBYTE ? `${kilobytes} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/**
 * A file name that is safe to show and to save, wherever it came from: without a path, line breaks or characters that
 * hide its extension.
 */
export const plainFileName = (name: string): string =>
  name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]/gu, '_');

/** The limit applies to the message after it was cleaned. */
export const MAX_MESSAGE_BYTES = 64 * 1024;

/** The states of an uploaded file. Only a clean one is sent with the acceptance. */
export const FILE_STATES = ['awaiting upload', 'checking', 'clean', 'refused'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** Why a file was rejected, with the message for each reason. */
export const FILE_REFUSALS = {
  type_not_allowed: 'Only PDF, JPG, PNG, GIF, Word and Excel files can be sent.',
  name_does_not_fit: 'The file is not of the kind that its name says.',
  more_than_one_kind: 'The file could be taken for something else than it is.',
  has_active_content:
    'The file holds scripts, macros, programs or other files, or opens something else. Please print it to a new PDF.',
  unpacks_too_large: 'The file takes too much memory to check. Please send less in one file.',
  picture_too_large: 'The picture has too many pixels.',
  takes_too_long: 'The file takes too long to check. Save it again, or send it as a smaller PDF.',
  unreadable:
    'The file is damaged or locked with a password. Please open it and save it anew, without a password.',
  infected: 'A virus was found in the file.',
} as const;
export type FileRefusal = keyof typeof FILE_REFUSALS;
