import type { RefusalCode } from '../../shared/contract/errors.ts';
import { Refusal } from './errors.ts';

export interface Holder {
  /** Who or what holds the place. One request may hold it under several names, such as its session and its tenant. */
  name: string;
  most: number;
}

interface Limits {
  /** The most places of this process. */
  inAll: number;
  /** How a holder is refused who has as many as one may have. Whoever finds all taken by others gets `server_busy`. */
  refusal: RefusalCode;
  retryAfterSeconds: number;
}

/** A limited number of places for slow work in this process, few enough of which go to one holder that others find one. */
export function createPlaces({ inAll, refusal, retryAfterSeconds }: Limits) {
  const held = new Map<string, number>();
  let taken = 0;

  const change = (name: string, by: number) => {
    const count = (held.get(name) ?? 0) + by;
    if (count > 0) held.set(name, count);
    else held.delete(name);
  };

  /** Returns what gives the place back, which may be called more than once. */
  return function takePlace(...holders: readonly Holder[]): () => void {
    if (holders.some(({ name, most }) => (held.get(name) ?? 0) >= most))
      throw new Refusal(refusal, { retryAfterSeconds });
    if (taken >= inAll) throw new Refusal('server_busy', { retryAfterSeconds });
    taken += 1;
    for (const { name } of holders) change(name, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      taken -= 1;
      for (const { name } of holders) change(name, -1);
    };
  };
}
