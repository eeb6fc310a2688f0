import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface SmtpServer {
  url: string;
  /** The Message-ID of each completely received mail, in order. */
  received: string[];
  /** While stalling, mails are received completely but never acknowledged. */
  stall(isStalling: boolean): void;
  /** The recipients that are refused. */
  refused: Set<string>;
  /** Resolves as soon as this many mails have been received. */
  waitFor(count: number): Promise<void>;
  close(): Promise<void>;
}

const END = '\r\n.\r\n';

/** A mail server that can fall silent at the worst moment, when it has the mail and the sender does not know. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const refused = new Set<string>();
  let isStalling = false;

  const answerTo = (command: string) => {
    if (/^DATA/i.test(command)) return '354 go on\r\n';
    const recipient = /^RCPT TO:<(.*)>/i.exec(command)?.[1];
    return recipient && refused.has(recipient) ? '550 nobody here\r\n' : '250 yes\r\n';
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    // Killing the sender breaks the connection.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.setEncoding('utf8').write('220 ready\r\n');
    let pending = '';
    let isInMail = false;
    socket.on('data', (chunk: string) => {
      pending += chunk;
      for (;;) {
        const end = pending.indexOf(isInMail ? END : '\r\n');
        if (end < 0) return;
        const part = pending.slice(0, end);
        pending = pending.slice(end + (isInMail ? END.length : 2));
        if (isInMail) {
          received.push(/^Message-ID:\s+(\S+)/im.exec(part)?.[1] ?? '');
          server.emit('mail');
          if (!isStalling) socket.write('250 taken\r\n');
        } else if (/^QUIT/i.test(part)) {
          socket.end('221 bye\r\n');
        } else {
          socket.write(answerTo(part));
        }
        isInMail = !isInMail && /^DATA/i.test(part);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refused,
    stall(value) {
      isStalling = value;
    },
    async waitFor(count) {
      while (received.length < count) await once(server, 'mail');
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
