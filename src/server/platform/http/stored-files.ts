import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface FileToSend {
  name: string;
  contentType: string;
  /** Whatever it is, a browser does not show it by itself. */
  isSaved?: boolean;
  /** Once no transaction waits for it. */
  open(): Promise<{ body: Readable; size: number }>;
}

/** What a browser shows by itself and cannot be talked into running. Anything else is saved, not shown. */
const SHOWN = 'application/pdf';

/** Nobody of ours wrote the file: it gets no rights of this origin, whatever it turns out to be. */
export async function sendFile(
  reply: FastifyReply,
  { name, contentType, isSaved = false, open }: FileToSend,
): Promise<Readable> {
  const isShown = contentType === SHOWN && !isSaved;
  const { body, size } = await open();
  reply
    .header('content-type', isShown ? SHOWN : 'application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; ${fileNameOf(name)}`)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  return body;
}

/** Once for everybody, and once as it is written, for whoever understands that (RFC 6266). */
function fileNameOf(given: string): string {
  const name = given.toWellFormed();
  const plain = name.replace(/[^\w .()-]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `filename="${plain}"; filename*=UTF-8''${exact}`;
}
