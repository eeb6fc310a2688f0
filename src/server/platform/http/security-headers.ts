import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { PageSources } from '../integrations/captcha.ts';

/** Allows only what the portal uses. Styles that the component library writes at run time carry the nonce. */
export const pagePolicy = (nonce: string, { scripts, frames, calls, pictures = [] }: PageSources): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data:", ...pictures].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...calls].join(' '),
    ...(frames.length > 0 ? [['frame-src', ...frames].join(' ')] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    // Scripts send every form. A form that is submitted before its script has loaded must not send its fields anywhere.
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const ONE_YEAR_SECONDS = 31_536_000;

export const newNonce = (): string => randomBytes(16).toString('base64');

export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: ONE_YEAR_SECONDS, includeSubDomains: true },
  });
  app.addHook('onSend', async (request, reply) => {
    // A tenant's host name may have subdomains that are not ours, so the policy does not include them.
    if (request.site?.host) reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
