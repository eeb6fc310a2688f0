import { Counter, type Registry } from 'prom-client';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import {
  type browserFailuresContract,
  FAILING_PAGES,
  FAILURE_KINDS,
} from '../../../shared/contract/browser-failures.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { addressBlock } from '../../platform/http/address-block.ts';

const SECONDS = 10 * 60;
/** A page that fails again and again tells each failure once; an office may have many pages. */
const MOST_OF_NETWORK = 60;
/** Of all networks together, by this process: whoever sends from many must not fill the log or the memory. */
const MOST_OF_ALL = 600;

/** Counts what fails in people's browsers and writes one line for each, which holds nothing that a person typed or may be known by. */
export function browserFailuresHandlers(metrics: Registry): Handlers<typeof browserFailuresContract> {
  const failures = new Counter({
    name: 'portal_browser_failures_total',
    help: 'Failures of the pages’ own code in browsers, by how they were noticed and on which page',
    labelNames: ['kind', 'page'],
    registers: [metrics],
  });
  for (const kind of FAILURE_KINDS) for (const page of FAILING_PAGES) failures.inc({ kind, page }, 0);
  const ofAll = new RateLimiterMemory({ points: MOST_OF_ALL, duration: SECONDS });
  const ofNetwork = new RateLimiterMemory({ points: MOST_OF_NETWORK, duration: SECONDS });
  const isWithinLimits = async (address: string) => {
    try {
      // Asked first, so that nothing is kept of a network once there are too many.
      if ((await ofAll.get('all'))?.remainingPoints === 0) return false;
      await ofNetwork.consume(addressBlock(address));
      await ofAll.consume('all');
      return true;
    } catch {
      return false;
    }
  };
  return {
    async report({ body, request }) {
      if (await isWithinLimits(request.ip)) {
        failures.inc({ kind: body.kind, page: body.page });
        request.log.warn({ failure: body }, 'a page failed in a browser');
      }
      return { isDone: true, message: '' };
    },
  };
}
