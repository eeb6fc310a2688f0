import { Refusal } from './errors.ts';

/** Whose turn it is. Those on a known device go first; within each of both kinds, one visitor is as good as another. */
export interface Turn {
  isKnown: boolean;
  /** What counts as one visitor: the known device, or the address. */
  visitor: string;
}

interface Limits {
  atOnce: number;
  /** How many may wait, of each kind. */
  longest: number;
  now?: () => number;
}

const RETRY_AFTER_SECONDS = 5;
/** After so many known devices one of the others has its turn, so that no known device can keep all others out. */
const KNOWN_IN_A_ROW = 8;
/** In this time the load that is reported halves, after the line has become shorter. */
const HALF_LIFE_MS = 10_000;

interface Waiting {
  start(): void;
  refuse(reason: Refusal): void;
}

/**
 * Runs so much work at once and lets the rest wait, one of each visitor in turn. When the line is full, whoever has the most
 * places in it loses the last one to a visitor who has fewer, so that nobody can fill it alone.
 */
export function createFairQueue({ atOnce, longest, now = Date.now }: Limits) {
  let running = 0;
  const [known, unknown] = [createLine(longest), createLine(longest)];
  let knownInARow = 0;
  let peak = { load: 0, at: now() };

  /** The longest that the line was, less and less as time passes. */
  function load(): number {
    const faded = peak.load * 0.5 ** ((now() - peak.at) / HALF_LIFE_MS);
    return Math.max(known.length() + unknown.length(), faded < 1 ? 0 : faded);
  }

  function takeNext(): Waiting | undefined {
    const isTurnOfOthers = knownInARow >= KNOWN_IN_A_ROW && unknown.length() > 0;
    const next = isTurnOfOthers ? undefined : known.take();
    knownInARow = next ? knownInARow + 1 : 0;
    return next ?? unknown.take();
  }

  const wait = ({ isKnown, visitor }: Turn) =>
    new Promise<void>((resolve, reject) => {
      (isKnown ? known : unknown).add(visitor, { start: resolve, refuse: reject });
      peak = { load: load(), at: now() };
    });

  return {
    load,

    /** Refuses who would find the line full, before anything is done for them. */
    requireRoom({ isKnown, visitor }: Turn): void {
      if (running >= atOnce) (isKnown ? known : unknown).requireRoom(visitor);
    },

    async inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running += 1;
      else await wait(turn);
      try {
        return await work();
      } finally {
        const next = takeNext();
        // The place goes on to the next one.
        if (next) next.start();
        else running -= 1;
      }
    },
  };
}

const busy = () => new Refusal('server_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });

function createLine(longest: number) {
  // The first of them is next. Whoever was served goes to the end.
  const byVisitor = new Map<string, Waiting[]>();
  let length = 0;

  function makeRoom(own: number): void {
    const [most = []] = [...byVisitor.values()].toSorted((one, other) => other.length - one.length);
    if (most.length <= own + 1) throw busy();
    most.pop()?.refuse(busy());
    length -= 1;
  }

  return {
    length: () => length,

    requireRoom(visitor: string): void {
      const own = byVisitor.get(visitor)?.length ?? 0;
      const most = Math.max(0, ...[...byVisitor.values()].map((waiting) => waiting.length));
      if (length >= longest && most <= own + 1) throw busy();
    },

    add(visitor: string, waiting: Waiting): void {
      const own = byVisitor.get(visitor) ?? [];
      if (length >= longest) makeRoom(own.length);
      byVisitor.set(visitor, own);
      own.push(waiting);
      length += 1;
    },

    take(): Waiting | undefined {
      const [first] = byVisitor;
      if (!first) return undefined;
      const [visitor, own] = first;
      byVisitor.delete(visitor);
      const next = own.shift();
      if (own.length > 0) byVisitor.set(visitor, own);
      length -= 1;
      return next;
    },
  };
}
