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

async function storedMails(isMeant: (mail: StoredMail) => boolean): Promise<StoredMail[]> {
  const listed = (await (await fetch(inbox())).json()) as ListedMail[];
  return listed.map((mail) => ({ ...mail, to: mail.to ?? [] })).filter(isMeant);
}

/** Waits for the newest mail to an address with that subject. */
export async function waitForMail(address: string, subject: string, seconds = 15): Promise<ReceivedMail> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const mails = await storedMails(
      (candidate) => candidate.subject === subject && candidate.to.some((to) => to.address === address),
    );
    const mail = mails.at(-1);
    if (mail) {
      const attachments = await Promise.all((mail.attachments ?? []).map((file) => download(mail.id, file)));
      await fetch(`${inbox()}/${mail.id}`, { method: 'DELETE' });
      return { ...mail, attachments };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
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
  return (await storedMails(({ to, cc = [] }) => [...to, ...cc].some((one) => one.address === address)))
    .length;
}
