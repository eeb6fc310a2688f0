import { setTimeout } from 'node:timers/promises';
import { createBroker, type OpenOffer } from '../../src/server/testing/offers.ts';

export interface Answer {
  at: number;
  status: number | string;
}

type Visit = (path: string, init?: RequestInit) => Promise<Response>;

const statusOf = (work: Promise<Response>): Promise<number | string> =>
  work.then(
    ({ status }) => status,
    (error: Error) => error.message,
  );

/** Reads and acceptances that go on until they are stopped, with when each was answered and how. */
export function startLoad(
  visit: Visit,
  reads: readonly [path: string, init: RequestInit][],
  offers: OpenOffer[],
) {
  const read: Answer[] = [];
  const changes: Answer[] = [];
  const acknowledged: bigint[] = [];
  let isOn = true;
  const reader = async (index: number) => {
    for (let turn = index; isOn; turn += 1) {
      const [path, init] = reads[turn % reads.length] ?? ['/', {}];
      const at = Date.now();
      read.push({ at, status: await statusOf(visit(path, init)) });
      await setTimeout(40);
    }
  };
  /** As the browser does: refused while the portal is moved, it waits and sends the same again. */
  const broker = async () => {
    for (let offer = offers.shift(); isOn && offer; offer = offers.shift()) {
      const key = crypto.randomUUID();
      const calls = createBroker({ fetch: visit }, offer);
      while (isOn) {
        const at = Date.now();
        const status = await statusOf(calls.accept({}, key));
        changes.push({ at, status });
        if (status === 200) acknowledged.push(offer.offerId);
        if (status === 200 || (typeof status === 'number' && status < 500 && status !== 421)) break;
        await setTimeout(500);
      }
      await setTimeout(300);
    }
  };
  const running = Promise.all([reader(0), reader(1), broker(), broker()]);
  return {
    read,
    changes,
    acknowledged,
    async stop() {
      isOn = false;
      await running;
    },
  };
}
