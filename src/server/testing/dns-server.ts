import type { AddressInfo } from 'node:net';
import dns from 'dns2';

export interface TestDnsServer {
  /** As `Resolver.setServers` takes it. */
  address: string;
  /** The answers by type and name: addresses, or texts. A list of lists answers one after another, and the last from then on. */
  records: Map<string, string[][]>;
  /** What was asked, as `A example.com`. */
  questions: string[];
  /** Whether it leaves questions without an answer. */
  isSilent: boolean;
  close(): Promise<void>;
}

const TYPES = { 1: 'A', 16: 'TXT', 28: 'AAAA' } as const;

/** Starts a DNS server on this machine. Names that it does not have do not exist. */
export async function startDnsServer(): Promise<TestDnsServer> {
  const server = dns.createUDPServer((request, send) => {
    const { name = '', type } = request.questions[0] ?? {};
    const kind = TYPES[type as keyof typeof TYPES] ?? String(type);
    const key = `${kind} ${name.toLowerCase()}`;
    test.questions.push(key);
    if (test.isSilent) return;
    const response = dns.Packet.createResponseFromRequest(request);
    const left = test.records.get(key) ?? [];
    const answers = (left.length > 1 ? left.shift() : left[0]) ?? [];
    const isThere = [...test.records.keys()].some((known) => known.endsWith(` ${name.toLowerCase()}`));
    if (!isThere) response.header.rcode = dns.Packet.RCODE.NXDOMAIN;
    for (const answer of answers) {
      const content = kind === 'TXT' ? { data: answer } : { address: answer };
      const record = { name, type, class: dns.Packet.CLASS.IN, ttl: 0, ...content };
      response.answers.push(record as unknown as (typeof response.answers)[number]);
    }
    send(response);
  });
  await server.listen(0, '127.0.0.1');
  const { port } = (server as unknown as { address(): AddressInfo }).address();
  const test: TestDnsServer = {
    address: `127.0.0.1:${port}`,
    records: new Map(),
    questions: [],
    isSilent: false,
    close: async () => void (await server.close()),
  };
  return test;
}
