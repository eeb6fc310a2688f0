import { promises } from 'node:dns';
import { outsideTransactions } from '../outside-work.ts';

export interface DomainRecords {
  /** The TXT records of a name. None where the name does not exist; null where no name server answered. */
  textsOf(name: string): Promise<string[] | null>;
}

const PATIENCE = { timeout: 2_000, tries: 2 };
const NONE = ['ENOTFOUND', 'ENODATA'];

/** Asks the name servers of this machine, or the given ones (`address:port`). */
export function createDomainRecords({ servers }: { servers?: string[] } = {}): DomainRecords {
  return outsideTransactions<DomainRecords>('name server', {
    async textsOf(name) {
      const resolver = new promises.Resolver(PATIENCE);
      if (servers) resolver.setServers(servers);
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        return NONE.includes((error as { code?: string }).code ?? '') ? [] : null;
      }
    },
  });
}
