import { createTransport } from 'nodemailer';
import { isMailAddress, MAX_CC_ADDRESSES } from '../../../shared/domain/mail-address.ts';
import { outsideTransactions } from '../outside-work.ts';

export interface MailerConfig {
  smtpUrl: string;
  /** `name@host` or `Some Name <name@host>` */
  from: string;
}

export interface Mail {
  /** As MailerConfig has it, which it is from unless this says otherwise. */
  from?: string | null;
  to: string;
  cc?: readonly string[];
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly Attachment[];
  /** `<name@host>`. It is the same for every attempt to send the same mail, so that mailboxes drop a second copy. */
  messageId?: string;
  /** Where a POST alone switches such mails off, as RFC 8058 describes it. */
  unsubscribeUrl?: string;
}

export interface Attachment {
  fileName: string;
  contentType: string;
  content: Buffer;
}

export interface Delivery {
  messageId: string;
  /** The recipients that the server refused. It accepted at least one other. */
  refused: string[];
}

type Field = 'from' | 'to' | 'cc' | 'subject' | 'attachment' | 'messageId' | 'unsubscribeUrl';

/** A mail that must not be sent as it is. The error names the field but never repeats its content. */
export class InvalidMailError extends Error {
  readonly field: Field;

  constructor(field: Field) {
    super(`The mail's "${field}" is not valid`);
    this.name = 'InvalidMailError';
    this.field = field;
  }
}

export type Mailer = ReturnType<typeof createMailer>;

export function createMailer({ smtpUrl, from }: MailerConfig) {
  const sender = parseSender(from);
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 30_000,
    // The content comes from people, so a path or an address in it must never be fetched into the mail.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  /** Resolves once the server has accepted the mail. */
  async function send({
    from: another,
    to,
    cc = [],
    subject,
    text,
    html,
    attachments = [],
    messageId,
    unsubscribeUrl,
  }: Mail): Promise<Delivery> {
    if (cc.length > MAX_CC_ADDRESSES) throw new InvalidMailError('cc');
    if (hasLineBreak(subject)) throw new InvalidMailError('subject');
    if (attachments.some(({ fileName }) => !FILE_NAME.test(fileName)))
      throw new InvalidMailError('attachment');
    if (messageId !== undefined && !MESSAGE_ID.test(messageId)) throw new InvalidMailError('messageId');
    if (unsubscribeUrl !== undefined && !ADDRESS.test(unsubscribeUrl))
      throw new InvalidMailError('unsubscribeUrl');
    const sent = await transport.sendMail({
      from: another ? parseSender(another) : sender,
      // Addresses are passed as objects, because a plain string would be parsed as a list of addresses.
      to: { name: '', address: parseAddress('to', to) },
      cc: cc.map((address) => ({ name: '', address: parseAddress('cc', address) })),
      subject,
      text,
      ...(html !== undefined && { html }),
      attachments: attachments.map(({ fileName: filename, ...rest }) => ({ filename, ...rest })),
      ...(messageId !== undefined && { messageId }),
      ...(unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(unsubscribeUrl) }),
    });
    return { messageId: sent.messageId, refused: sent.rejected.map(addressOf) };
  }

  /** Rejects unless the server answers and accepts the credentials. */
  async function ping(): Promise<void> {
    await transport.verify();
  }

  return outsideTransactions('mail server', { send, ping });
}

/** Whether a mail can be from this: `name@host` or `Some Name <name@host>`. */
export function isSender(text: string): boolean {
  try {
    parseSender(text);
    return text.length <= 200;
  } catch {
    return false;
  }
}

function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

const FILE_NAME = /^[\w.-]{1,100}$/;
const MESSAGE_ID = /^<[\w.-]+@[\w.-]+>$/;
const ADDRESS = /^https?:\/\/[\w.:/-]+$/;

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const addressOf = (recipient: string | { address: string }) =>
  typeof recipient === 'string' ? recipient : recipient.address;

function parseAddress(field: Field, text: string): string {
  if (!isMailAddress(text)) throw new InvalidMailError(field);
  return text;
}

function parseSender(text: string): { name: string; address: string } {
  const [, name, address] = /^\s*"?([^"<>]*?)"?\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  if (name === undefined || address === undefined) return { name: '', address: parseAddress('from', text) };
  if (hasLineBreak(name)) throw new InvalidMailError('from');
  return { name, address: parseAddress('from', address) };
}
