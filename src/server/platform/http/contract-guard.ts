import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { FORMER_LINKS, ROUTE_PATHS } from './page-paths.ts';

type Contract = Record<string, Record<string, Endpoint>>;

/** Routes that are served beside the contract: pages, their files, old addresses, the API's documentation, health and metrics. */
const BESIDE_THE_CONTRACT =
  /^\/api\/(operator\/)?docs(\/|$)|^\/(healthz|readyz|metrics)$|^\/iso-potal\/|^\/\.well-known\/|^\/(assets|brand)\/|^\/[\w-]+(\.\w+)+$/;

const PAGE_PATHS = new Set([...ROUTE_PATHS, ...FORMER_LINKS.map(({ path }) => path)]);

const isBesideTheContract = (url: string) => BESIDE_THE_CONTRACT.test(url) || PAGE_PATHS.has(url);

/** The app refuses to start with a route that is not in the contract, or with an endpoint that has no route. */
export function requireContract(app: FastifyInstance, contract: Contract) {
  const missing = new Set(
    Object.values(contract).flatMap((endpoints) =>
      Object.values(endpoints).map((e) => `${e.method} ${e.path}`),
    ),
  );
  const known = new Set(missing);
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) {
      const route = `${name} ${url}`;
      if (name === 'HEAD' || name === 'OPTIONS' || isBesideTheContract(url)) continue;
      if (!known.has(route)) throw new Error(`${route} is not in the contract (src/shared/contract).`);
      missing.delete(route);
    }
  });
  return {
    assertComplete() {
      if (missing.size > 0) throw new Error(`No route answers ${[...missing].join(', ')} of the contract.`);
    },
  };
}
