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
    // The code of a provider is not ours to change: a page that runs it takes strings as every page did.
    ...(scripts.length > 0 ? [] : TRUSTED_TYPES),
  ].join('; ');

/** Whatever becomes HTML goes through the policy of src/web/lib/trusted-html.ts, and nothing becomes script. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types default dompurify'];

const ONE_YEAR_SECONDS = 31_536_000;

/** Recovery codes are copied, and passkeys made and used. Nothing else of what a browser offers is needed. */
const PERMISSIONS = [
  ...[
    ...['accelerometer', 'autoplay', 'bluetooth', 'browsing-topics', 'camera', 'clipboard-read'],
    ...['display-capture', 'encrypted-media', 'fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid'],
    ...['identity-credentials-get', 'idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi'],
    ...['otp-credentials', 'payment', 'picture-in-picture', 'screen-wake-lock', 'serial', 'storage-access'],
    ...['sync-xhr', 'usb', 'window-management', 'xr-spatial-tracking'],
  ].map((feature) => `${feature}=()`),
  'clipboard-write=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ');

export const newNonce = (): string => randomBytes(16).toString('base64');

export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: ONE_YEAR_SECONDS, includeSubDomains: true },
  });
  app.addHook('onSend', async (request, reply) => {
    // A tenant's host name may have subdomains that are not ours, so the policy does not include them.
    if (request.site?.host) reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`);
    reply.header('permissions-policy', PERMISSIONS);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
