import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createPlaidAnswers } from '../../src/server/testing/plaid-server.ts';

export interface SlowService {
  url: string;
  close(): void;
}

/** A stand-in for Plaid that takes so long for each answer. */
export async function startSlowPlaid(delayMs: number): Promise<SlowService> {
  const plaid = createPlaidAnswers();
  return listen(
    createHttpServer(async (request, response) => {
      await setTimeout(delayMs);
      await plaid.handle(request, response);
    }),
  );
}

/** The server at this address, to which each request takes so long. */
export async function startSlowProxy(target: string, delayMs: number): Promise<SlowService> {
  const { hostname, port } = new URL(target);
  return listen(
    createServer((client) => {
      const server = connect(Number(port), hostname);
      client.on('data', (bytes) => void setTimeout(delayMs).then(() => server.write(bytes)));
      server.pipe(client);
      for (const [socket, other] of [
        [client, server],
        [server, client],
      ] as const) {
        socket.on('error', () => other.destroy());
        socket.on('close', () => other.destroy());
      }
    }),
  );
}

async function listen(server: Server): Promise<SlowService> {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
