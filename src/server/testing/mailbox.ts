import { requiredVariable } from './required-variable.ts';

export interface ReceivedMail {
  id: string;
  subject: string;
  text: string;
  html: string;
  to: { address: string }[];
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
