import { startSmtpServer } from '../../src/server/testing/smtp-server.ts';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

const LOOK_EVERY_MS = 100;

/** A mail server, and when each Message-ID came for the first time. */
export async function openMailbox() {
  const smtp = await startSmtpServer();
  const arrivals = new Map<string, number>();
  let seen = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    for (; seen < smtp.received.length; seen += 1) {
      const id = smtp.received[seen] ?? '';
      if (!arrivals.has(id)) arrivals.set(id, now);
    }
  }, LOOK_EVERY_MS);
  return {
    url: smtp.url,
    received: smtp.received,
    arrivals,
    async close(): Promise<void> {
      clearInterval(timer);
      await smtp.close();
    },
  };
}
