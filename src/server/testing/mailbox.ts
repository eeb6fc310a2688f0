import { requiredVariable } from './required-variable.ts';

interface StoredMail {
  id: string;
  subject: string;
  text: string;
  html: string;
  from: { name: string; address: string }[];
  to: { address: string }[];
  cc?: { address: string }[];
  messageId?: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
  attachments?: { fileName: string; generatedFileName: string }[];
}

export interface ReceivedMail extends Omit<StoredMail, 'attachments'> {
  attachments: { fileName: string; content: Uint8Array }[];
}

const inbox = () => `${requiredVariable('MAILDEV_URL')}/email`;

/** Mails with only hidden recipients have no list of them, and neither do some that the mailbox kept across a restart. */
type ListedMail = Omit<StoredMail, 'to'> & Partial<Pick<StoredMail, 'to'>>;

/** Those with these values. The mailbox chooses them, because it keeps the mails of all tests, and the whole list has megabytes. */
async function storedMails(values: Readonly<Record<string, string>> = {}): Promise<StoredMail[]> {
  // On the same machine, packing the list takes longer than sending it.
  const response = await fetch(`${inbox()}?${new URLSearchParams(values)}`, {
    headers: { 'accept-encoding': 'identity' },
  });
  const listed = (await response.json()) as ListedMail[];
  return listed.map((mail) => ({ ...mail, to: mail.to ?? [] }));
}

/** Waits for the newest mail to an address with that subject. */
export async function waitForMail(address: string, subject: string, seconds = 15): Promise<ReceivedMail> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const mails = await storedMails({ subject });
    const mail = mails.findLast(({ to }) => to.some((one) => one.address === address));
    if (mail) {
      const attachments = await Promise.all((mail.attachments ?? []).map((file) => download(mail.id, file)));
      await fetch(`${inbox()}/${mail.id}`, { method: 'DELETE' });
      return { ...mail, attachments };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail '${subject}' came to ${address} within ${seconds} s.`);
}

async function download(mailId: string, file: { fileName: string; generatedFileName: string }) {
  const response = await fetch(
    `${inbox()}/${mailId}/attachment/${encodeURIComponent(file.generatedFileName)}`,
  );
  return { fileName: file.fileName, content: new Uint8Array(await response.arrayBuffer()) };
}

/** Counts the mails to an address, without those that a test has already waited for. */
export async function countMails(address: string): Promise<number> {
  const mails = await storedMails();
  return mails.filter(({ to, cc = [] }) => [...to, ...cc].some((one) => one.address === address)).length;
}
