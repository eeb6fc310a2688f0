import { requiredVariable } from './required-variable.ts';

export interface ReceivedMail {
  id: string;
  subject: string;
  text: string;
  html: string;
  to: { address: string }[];
  messageId?: string;
}

/** The newest mail to an address with that subject, as soon as it has come. */
export async function waitForMail(address: string, subject: string, seconds = 15): Promise<ReceivedMail> {
  const inbox = `${requiredVariable('MAILDEV_URL')}/email`;
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const mails = (await (await fetch(inbox)).json()) as ReceivedMail[];
    const mail = mails.findLast(
      (candidate) => candidate.subject === subject && candidate.to.some((to) => to.address === address),
    );
    if (mail) {
      await fetch(`${inbox}/${mail.id}`, { method: 'DELETE' });
      return mail;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail '${subject}' came to ${address} within ${seconds} s.`);
}

/** Every mail that has come to any of these addresses; they are taken out of the mailbox. */
export async function mailsTo(addresses: ReadonlySet<string>): Promise<ReceivedMail[]> {
  const inbox = `${requiredVariable('MAILDEV_URL')}/email`;
  const mails = (await (await fetch(inbox)).json()) as ReceivedMail[];
  const own = mails.filter(({ to }) => to.some(({ address }) => addresses.has(address)));
  for (const { id } of own) await fetch(`${inbox}/${id}`, { method: 'DELETE' });
  return own;
}
