import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface FileToSend {
  name: string;
  contentType: string;
  /** Always saved by the browser and never displayed, whatever its type. */
  isSaved?: boolean;
  /** Opened after the transaction has ended, because nobody should hold one while a file is sent. */
  open(): Promise<{ body: Readable; size: number }>;
}

/** Types that a browser displays without ever running scripts in them. Anything else is saved. */
const SHOWN = 'application/pdf';

/** The file was written by a stranger, so it gets no rights of this origin, whatever it turns out to be. */
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
    .header(
      'content-security-policy',
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    );
  return body;
}

/** The name twice (RFC 6266): in ASCII for every client, and in full for those that understand it. */
function fileNameOf(given: string): string {
  const name = given.toWellFormed();
  const plain = name.replace(/[^\w .()-]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `filename="${plain}"; filename*=UTF-8''${exact}`;
}
