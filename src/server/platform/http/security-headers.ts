import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
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

/** What helmet sets for every answer. None of it depends on the request, so helmet is asked once and not for each of them. */
function constantHeaders(): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS, 'cache-control': 'no-store' };
  const answer = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // For browsers that know no frame-ancestors.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: ONE_YEAR_SECONDS, includeSubDomains: true },
  });
  set({} as IncomingMessage, answer as unknown as ServerResponse, throwIfAny);
  return headers;
}

function throwIfAny(error?: unknown): void {
  if (error) throw error;
}

/** Sets them on every answer that does not have its own. */
export function addSecurityHeaders(app: FastifyInstance): void {
  const ofEveryAnswer = constantHeaders();
  // A tenant's host name may have subdomains that are not ours, so the policy does not include them.
  const ofTenantHost = { ...ofEveryAnswer, 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` };
  app.addHook('onSend', (request, reply, _payload, done) => {
    const headers: Record<string, string> = request.site?.host ? ofTenantHost : ofEveryAnswer;
    for (const name in headers) if (!reply.hasHeader(name)) reply.header(name, headers[name]);
    done();
  });
}
