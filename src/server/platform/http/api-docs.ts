import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { PRODUCT_NAME } from '../../../shared/domain/product-name.ts';
import { describeAccess, describeRefusals, SECURITY_SCHEMES } from './described-endpoint.ts';
import { toWireJsonSchema } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's endpoint that the route was registered from. */
    endpoint?: Endpoint;
  }
}

interface ApiDocs {
  path: string;
  /** The name under which the plugin stores the document. */
  decorator: string;
  title: string;
  description: string;
  schemes: readonly (keyof typeof SECURITY_SCHEMES)[];
  isMeant(endpoint: Endpoint): boolean;
}

const DOCS: ApiDocs[] = [
  {
    path: '/api/docs',
    decorator: 'swagger',
    title: PRODUCT_NAME,
    description: 'What the pages of the portal call.',
    schemes: ['session', 'cookie', 'link'],
    isMeant: ({ access }) => access !== 'service token',
  },
  {
    path: '/api/operator/docs',
    decorator: 'operatorSwagger',
    title: 'Syndicate Portal: operator API',
    description:
      'What the funder’s own systems call. Every command is sent with an Idempotency-Key; every refusal has a stable code.',
    schemes: ['serviceToken'],
    isMeant: ({ access }) => access === 'service token',
  },
];

/** Serves the contract as OpenAPI: pages for people, /json for programs; the portal's calls and the operator's in separate documents. */
export async function addApiDocs(app: FastifyInstance): Promise<void> {
  for (const docs of DOCS) await addDocs(app, docs);
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function addDocs(app: FastifyInstance, docs: ApiDocs): Promise<void> {
  const { path, decorator, title, description, schemes, isMeant } = docs;
  await app.register(swagger, {
    decorator: decorator as 'swagger',
    openapi: {
      openapi: '3.0.3',
      info: { title, description, version: '1' },
      components: {
        securitySchemes: Object.fromEntries(schemes.map((name) => [name, SECURITY_SCHEMES[name]])),
      },
    },
    transform: describeFor(isMeant) as never,
  });
  // Registered in a scope of its own, because the plugin decorates its scope with a name that can be used only once.
  await app.register(async (scope) => {
    await scope.register(swaggerUi, {
      routePrefix: path,
      staticCSP: true,
      transformStaticCSP: () => POLICY,
      transformSpecification: () => scope[decorator as 'swagger'](),
      transformSpecificationClone: false,
    });
  });
}

interface Route {
  schema: Record<string, unknown>;
  url: string;
  route: RouteOptions;
}

const describeFor =
  (isMeant: ApiDocs['isMeant']) =>
  ({ schema, url, route }: Route) => {
    const endpoint = route.config?.endpoint;
    if (!endpoint || !isMeant(endpoint)) return { schema: { hide: true }, url };
    const documented = toWireJsonSchema(schema);
    const response = { ...(documented['response'] as object), ...describeRefusals(endpoint) };
    return { schema: { ...documented, ...describeAccess(endpoint), response }, url };
  };
