import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A TCP connection between one browser and the server that can really fail: nobody listens any more, or what was sent arrives and
 * its answer does not.
 */
export async function openCuttableLine(toPort: number) {
  const ends = new Set<Socket>();
  let losesAnswers = false;
  let server: Server;
  let port = 0;

  const listen = async () => {
    server = createServer((browser) => {
      const portal = connect(toPort, '127.0.0.1');
      for (const [end, other] of [
        [browser, portal],
        [portal, browser],
      ] as const) {
        ends.add(end);
        end.on('error', () => other.destroy());
        end.on('close', () => {
          ends.delete(end);
          other.destroy();
        });
      }
      browser.on('data', (bytes) => portal.write(bytes));
      portal.on('data', (bytes) => {
        if (!losesAnswers) browser.write(bytes);
      });
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };

  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const end of ends) end.destroy();
    await closed;
  };

  await listen();
  return {
    port,
    loseAnswers: () => {
      losesAnswers = true;
    },
    cut,
    restore: async () => {
      losesAnswers = false;
      await listen();
    },
  };
}

export type CuttableLine = Awaited<ReturnType<typeof openCuttableLine>>;
