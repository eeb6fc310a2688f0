import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { requiredVariable } from '../../testing/required-variable.ts';
import { createMailer, InvalidMailError } from './mail.ts';

const smtpUrl = requiredVariable('SMTP_URL');
const mailbox = requiredVariable('MAILDEV_URL');
const from = 'Syndicate Portal <no-reply@portal.example>';
const mailer = createMailer({ smtpUrl, from });

const addresses = z.array(z.object({ address: z.string(), name: z.string().optional() }));
const mail = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  from: addresses,
  to: addresses,
  envelope: z.object({ to: z.array(z.object({ address: z.string() })) }),
});

// Mails of other tests can be anything: left over from before a restart, or cut off by a test that kills the sender.
const isTo = (address: string) => (stored: unknown) =>
  mail.shape.envelope
    .safeParse((stored as { envelope?: unknown }).envelope)
    .data?.to.some((reader) => reader.address === address) === true;

async function received(address: string) {
  const response = await fetch(`${mailbox}/email`);
  const all = (await response.json()) as unknown[];
  return z.array(mail).parse(all.filter(isTo(address)));
}

const newAddress = () => `${randomUUID()}@investor.example`;

describe('mailer', () => {
  it('delivers both bodies, subject, sender and recipient', async () => {
    const to = newAddress();
    await mailer.send({
      to,
      subject: 'Ihr Kontoauszug – März',
      text: 'plain: 100 €',
      html: '<p>rich: 100 €</p>',
    });
    const [mail, ...others] = await received(to);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Ihr Kontoauszug – März',
      from: [{ name: 'Syndicate Portal', address: 'no-reply@portal.example' }],
      to: [{ address: to }],
    });
    expect(mail?.text.trim()).toBe('plain: 100 €');
    expect(mail?.html).toContain('<p>rich: 100 €</p>');
  });

  it.each(['\r\n', '\n', '\r'])(
    'refuses a line break %j in the recipient and sends nothing',
    async (lineBreak) => {
      const victim = newAddress();
      const to = `${newAddress()}${lineBreak}RCPT TO:<${victim}>`;
      await expect(mailer.send({ to, subject: 'x', text: 'x' })).rejects.toBeInstanceOf(InvalidMailError);
      expect(await received(victim)).toEqual([]);
    },
  );

  it('refuses a line break in the subject', async () => {
    const attempt = mailer.send({ to: newAddress(), subject: 'x\r\nBcc: a@b.example', text: 'x' });
    await expect(attempt).rejects.toMatchObject({ field: 'subject' });
  });

  it.each(['', 'nobody', 'a@b.example, c@d.example', 'Name <a@b.example>', `${'a'.repeat(250)}@b.example`])(
    'refuses %j as one recipient',
    async (to) => {
      await expect(mailer.send({ to, subject: 'x', text: 'x' })).rejects.toMatchObject({ field: 'to' });
    },
  );

  it.each(['\r\n', '\n', '\r'])(
    'OPS-03 security rule: refuses a line break %j in a CC address and sends nothing',
    async (lineBreak) => {
      const to = newAddress();
      const victim = newAddress();
      const cc = [newAddress(), `${newAddress()}${lineBreak}RCPT TO:<${victim}>`];
      await expect(mailer.send({ to, cc, subject: 'x', text: 'x' })).rejects.toMatchObject({ field: 'cc' });
      expect(await received(victim)).toEqual([]);
      expect(await received(to)).toEqual([]);
    },
  );

  it('OPS-03 takes ten CC addresses and refuses eleven', async () => {
    const to = newAddress();
    const cc = Array.from({ length: 11 }, newAddress);
    await expect(mailer.send({ to, cc, subject: 'x', text: 'x' })).rejects.toMatchObject({ field: 'cc' });
    await mailer.send({ to, cc: cc.slice(1), subject: 'x', text: 'x' });
    // The mailbox lists a mail a moment after it has taken it.
    for (const address of cc.slice(1)) await expect.poll(() => received(address)).toHaveLength(1);
  });

  it('refuses a file name and a message id that are more than a name', async () => {
    const mail = { to: newAddress(), subject: 'x', text: 'x' };
    for (const fileName of ['a\r\nb.xlsx', '../a.xlsx', '"a.xlsx', ''])
      await expect(
        mailer.send({
          ...mail,
          attachments: [{ fileName, contentType: 'text/plain', content: Buffer.of() }],
        }),
      ).rejects.toMatchObject({ field: 'attachment' });
    for (const messageId of ['a@b.example', '<a@b.example>\r\nBcc: <c@d.example>', '<a b@c.example>'])
      await expect(mailer.send({ ...mail, messageId })).rejects.toMatchObject({ field: 'messageId' });
  });

  it('refuses a sender that is not valid before anything is sent', () => {
    for (const sender of ['', 'Portal', 'Por\r\ntal <a@b.example>', 'Portal <a@b.example\n>']) {
      expect(() => createMailer({ smtpUrl, from: sender })).toThrow(InvalidMailError);
    }
  });

  it('OPS-05: is ready with a server, and not ready without one', async () => {
    await mailer.ping();
    const nobody = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from });
    await expect(nobody.ping()).rejects.toThrow();
  });
});
