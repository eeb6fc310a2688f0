import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The slow things that the program waits for outside the database: other servers, or work that takes as long as one of them.
 */
export type OutsideService =
  | 'file storage'
  | 'mail server'
  | 'virus scanner'
  | 'bank provider'
  | 'captcha provider'
  | 'sign-on provider'
  | 'name server'
  | 'password hashing';

/** Reports a mistake in the program: waiting for the service would hold a database connection and its locks for that long. */
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
  /** The outer transaction, if this one was begun inside another. */
  within: OpenTransaction | undefined;
}

const current = new AsyncLocalStorage<OpenTransaction>();

/** Runs the work of a transaction. Everything that the work awaits can tell that the transaction is open. */
export function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  // Work that outlives the transaction still has this store, so the store must say that the transaction has ended.
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

/** Wraps a service so that each of its methods is refused while a transaction is open. Other properties stay as they are. */
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
