import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { requiredVariable } from './required-variable.ts';

/** The storage of development speaks plain text: in front of it, one that is known by its certificate. */
export async function encryptStorage(files: { cert: string; key: string }) {
  const { hostname, port } = new URL(requiredVariable('S3_ENDPOINT'));
  const options = { cert: await readFile(files.cert), key: await readFile(files.key) };
  const server = createServer(options, (caller) => {
    const called = connect({ host: hostname, port: Number(port) });
    for (const socket of [caller, called])
      socket.on('error', () => {
        caller.destroy();
        called.destroy();
      });
    caller.pipe(called).pipe(caller);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}
