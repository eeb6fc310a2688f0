import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

/**
 * What a transaction finds on the connection that it is given.
 * `any`: whatever others left there, on a connection drawn at random. `cleaned`: nothing, as all was discarded after the last one.
 */
export type Handed = 'any' | 'cleaned';

const CONNECTIONS = 4;
const SSL_REQUEST = 80_877_103;
const PROTOCOL_3 = 196_608;

/** A message to PostgreSQL or from it: its type, and what follows the length. */
interface Message {
  type: string;
  body: Buffer;
}

interface Server {
  socket: Socket;
  /** The statements that were prepared on this connection. */
  prepared: Set<string>;
  client: Client | null;
  /** What answers are still to come: to a parse of the client's, to one of ours, and at the end of each exchange. */
  expected: (ExpectedParse | 'end')[];
}

interface ExpectedParse {
  name: string;
  isOurs: boolean;
}

interface Client {
  socket: Socket;
  server: Server | null;
  waiting: Message[];
  /** The client's names for statements. */
  statements: Map<string, Buffer>;
}

/**
 * Stands in for PgBouncer in transaction mode where there is none: each transaction gets another connection to the server, and
 * named statements are prepared wherever they are missing, known by their text. Unlike it, it asks for no password.
 */
export async function startStandInPooler(serverUrl: string, handed: Handed) {
  const servers = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(serverUrl)));
  const line: Client[] = [];
  const names = new Map<string, string>();

  const nameOf = (statement: Buffer) => {
    const text = statement.toString('latin1');
    if (!names.has(text)) names.set(text, `pooled_${names.size}`);
    return names.get(text) as string;
  };

  for (const server of servers)
    readMessages(server.socket, (message) => {
      if (!isSwallowed(server, message)) server.client?.socket.write(encode(message));
      if (message.type === 'Z' && message.body.toString() === 'I' && server.expected.length === 0)
        free(server);
    });

  function free(server: Server): void {
    if (server.client) server.client.server = null;
    if (server.client && handed === 'cleaned') {
      server.client = null;
      server.prepared.clear();
      server.expected.push('end');
      server.socket.write(encode({ type: 'Q', body: text('discard all') }));
      return;
    }
    server.client = null;
    const next = line.shift();
    if (next) give(next);
  }

  /** Gives the client a connection as soon as there is one, and sends what it has said. */
  function give(client: Client): void {
    const idle = servers.filter((server) => server.client === null && server.expected.length === 0);
    const server = client.server ?? idle[randomInt(Math.max(1, idle.length))];
    if (!server) {
      if (!line.includes(client)) line.push(client);
      return;
    }
    client.server = server;
    server.client = client;
    for (const message of client.waiting.splice(0)) pass(client, server, message);
  }

  function pass(client: Client, server: Server, { type, body }: Message): void {
    const send = (sent: Buffer) => server.socket.write(encode({ type, body: sent }));
    if (type === 'P') {
      const [name, statement] = splitName(body);
      if (name !== '') client.statements.set(name, statement);
      // It is always parsed, so that there is an answer to pass on. Without a name where it is prepared already.
      const known = name === '' || server.prepared.has(nameOf(statement)) ? '' : nameOf(statement);
      if (known !== '') server.prepared.add(known);
      server.expected.push({ name: known, isOurs: false });
      send(Buffer.concat([text(known), statement]));
    } else if (type === 'B') {
      const [portal, rest] = splitName(body);
      const [name, values] = splitName(rest);
      send(Buffer.concat([text(portal), text(prepare(client, server, name)), values]));
    } else if (type === 'D' && body[0] === 'S'.charCodeAt(0)) {
      const [name] = splitName(body.subarray(1));
      send(Buffer.concat([Buffer.from('S'), text(prepare(client, server, name))]));
    } else {
      if (type === 'S' || type === 'Q') server.expected.push('end');
      send(body);
    }
  }

  function prepare(client: Client, server: Server, name: string): string {
    const statement = client.statements.get(name);
    if (!statement) return name;
    const known = nameOf(statement);
    if (!server.prepared.has(known)) {
      server.prepared.add(known);
      server.expected.push({ name: known, isOurs: true });
      server.socket.write(encode({ type: 'P', body: Buffer.concat([text(known), statement]) }));
    }
    return known;
  }

  const listener = createServer((socket) => {
    const client: Client = { socket, server: null, waiting: [], statements: new Map() };
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      // A transaction that was begun is ended.
      if (client.server?.expected.length === 0)
        pass(client, client.server, { type: 'Q', body: text('rollback') });
    });
    readMessages(
      socket,
      (message) => {
        if (message.type === 'start') return void greet(socket, message.body);
        if (message.type === 'X') return void socket.end();
        client.waiting.push(message);
        give(client);
      },
      false,
    );
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(serverUrl);
  url.search = '';
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return {
    url: url.href,
    async close(): Promise<void> {
      for (const { socket } of servers) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

async function connect(serverUrl: string): Promise<Server> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => undefined);
  await client.connect();
  // Once the driver has signed in, the connection is ours.
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  socket.removeAllListeners('data');
  socket.setNoDelay(true);
  return { socket, prepared: new Set(), client: null, expected: [] };
}

/** Whether a message answers one of ours. Keeps what is still expected. */
function isSwallowed({ expected, prepared }: Server, { type }: Message): boolean {
  if (type === '1') {
    const parse = expected.shift();
    return typeof parse === 'object' && parse.isOurs;
  }
  if (type === 'E')
    // What was to be parsed in this exchange was not.
    for (const parse of expected.slice(0, expected.indexOf('end')))
      if (typeof parse === 'object') prepared.delete(parse.name);
  if (type === 'Z') expected.splice(0, expected.indexOf('end') + 1);
  return false;
}

/** Answers what comes before the first statement. */
function greet(socket: Socket, body: Buffer): void {
  if (body.readInt32BE(0) === SSL_REQUEST) return void socket.write('N');
  if (body.readInt32BE(0) !== PROTOCOL_3) return void socket.end();
  const key = Buffer.alloc(8);
  // The number of a process that the client takes for its own.
  key.writeInt32BE(randomInt(2 ** 31 - 1), 0);
  socket.write(encode({ type: 'R', body: Buffer.alloc(4) }));
  socket.write(encode({ type: 'S', body: Buffer.concat([text('client_encoding'), text('UTF8')]) }));
  socket.write(encode({ type: 'K', body: key }));
  socket.write(encode({ type: 'Z', body: Buffer.from('I') }));
}

/** Calls for each message. Those of a client begin with messages that have no type, which count as of type `start`. */
function readMessages(socket: Socket, onMessage: (message: Message) => void, isStarted = true): void {
  let read: Buffer = Buffer.alloc(0);
  let hasStarted = isStarted;
  socket.on('data', (chunk: Buffer) => {
    read = Buffer.concat([read, chunk]);
    for (;;) {
      const at = hasStarted ? 1 : 0;
      if (read.length < at + 4) return;
      const end = at + read.readInt32BE(at);
      if (read.length < end) return;
      const message = {
        type: hasStarted ? read.toString('latin1', 0, 1) : 'start',
        body: read.subarray(at + 4, end),
      };
      read = read.subarray(end);
      if (!hasStarted && message.body.readInt32BE(0) === PROTOCOL_3) hasStarted = true;
      onMessage(message);
    }
  });
}

function encode({ type, body }: Message): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const text = (words: string) => Buffer.from(`${words}\0`);

function splitName(body: Buffer): [string, Buffer] {
  const end = body.indexOf(0);
  return [body.toString('utf8', 0, end), body.subarray(end + 1)];
}
