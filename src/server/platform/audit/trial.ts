import { AsyncLocalStorage } from 'node:async_hooks';

const trials = new AsyncLocalStorage<true>();

/** Runs work that is rolled back. The trail takes nothing of it, so that nobody who is recorded meanwhile has to wait for its end. */
export const asTrial = <T>(work: () => Promise<T>): Promise<T> => trials.run(true, work);

export const isTrial = (): boolean => trials.getStore() === true;
