import { createTransport } from 'nodemailer';
import * as z from 'zod';

export interface MailerConfig {
  smtpUrl: string;
  /** `name@host` or `Some Name <name@host>` */
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Set where a repeated attempt must be known for one: the reader's mailbox shows a repeated id once. */
  messageId?: string;
}

/** A mail that must not be sent as it is. It names the field and never repeats its content. */
export class InvalidMailError extends Error {
  readonly field: 'from' | 'to' | 'subject';

  constructor(field: 'from' | 'to' | 'subject') {
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
    // Content comes from people: a path or an address in it must never be fetched into the mail.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  /** Resolves with the message id once the server has taken the mail. */
  async function send({ to, subject, text, html, messageId: ownId }: Mail): Promise<string> {
    const address = parseAddress('to', to);
    if (hasLineBreak(subject)) throw new InvalidMailError('subject');
    const { messageId } = await transport.sendMail({
      from: sender,
      // As an object, because a plain string would be read as a list of addresses.
      to: { name: '', address },
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      ...(ownId === undefined ? {} : { messageId: ownId }),
    });
    return messageId;
  }

  /** Rejects unless the server answers and accepts the credentials. */
  async function ping(): Promise<void> {
    await transport.verify();
  }

  return { send, ping };
}

// nodemailer passes a line break in an address on into the SMTP dialogue, where it starts another command.
function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

function parseAddress(field: 'from' | 'to', text: string): string {
  if (hasLineBreak(text) || text.length > 254 || !z.email().safeParse(text).success) {
    throw new InvalidMailError(field);
  }
  return text;
}

function parseSender(text: string): { name: string; address: string } {
  const [, name, address] = /^\s*"?([^"<>]*?)"?\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  if (name === undefined || address === undefined) return { name: '', address: parseAddress('from', text) };
  if (hasLineBreak(name)) throw new InvalidMailError('from');
  return { name, address: parseAddress('from', address) };
}
