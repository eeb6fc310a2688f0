import { AsyncLocalStorage } from 'node:async_hooks';

/** What the program waits for outside the database: somebody else's server, or work that takes as long as one. */
export type OutsideService =
  | 'file storage'
  | 'mail server'
  | 'virus scanner'
  | 'bank provider'
  | 'captcha provider'
  | 'password hashing';

/** A mistake in the program: it would hold a connection to the database, and its locks, for as long as the service takes. */
export class OutsideWorkError extends Error {
  readonly code = 'OUTSIDE_WORK_IN_TRANSACTION';
  readonly service: OutsideService;

  constructor(service: OutsideService, method: string) {
    super(
      `The ${service} (${method}) was called while a transaction of the same request, job or command was open. ` +
        'End the transaction first: reserve in one transaction, call, and commit in another (docs/decisions/outside-work.md).',
    );
    this.name = 'OutsideWorkError';
    this.service = service;
  }
}

interface OpenTransaction {
  isOpen: boolean;
  /** The one in whose work it was begun, if any. */
  within: OpenTransaction | undefined;
}

const current = new AsyncLocalStorage<OpenTransaction>();

/** Does the work of a transaction, and remembers in whatever the work awaits that the transaction is open. */
export function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  // What the work leaves running behind it still has this store; from then on it says that nothing is open.
  const transaction = { isOpen: true, within: current.getStore() };
  return current.run(transaction, async () => {
    try {
      return await work();
    } finally {
      transaction.isOpen = false;
    }
  });
}

function isInTransaction(): boolean {
  for (let transaction = current.getStore(); transaction; transaction = transaction.within)
    if (transaction.isOpen) return true;
  return false;
}

/** The same methods, each of which is refused while a transaction is open. Whatever is no method stays as it is. */
export function outsideTransactions<S extends object>(service: OutsideService, methods: S): S {
  const guarded = Object.entries(methods).map(([name, method]) => [
    name,
    typeof method === 'function' ? guard(service, name, method as Method) : method,
  ]);
  return Object.fromEntries(guarded) as S;
}

type Method = (...args: unknown[]) => Promise<unknown>;

const guard =
  (service: OutsideService, name: string, method: Method): Method =>
  async (...args) => {
    if (isInTransaction()) throw new OutsideWorkError(service, name);
    return method(...args);
  };
