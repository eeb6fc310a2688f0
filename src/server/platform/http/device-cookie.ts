import type { FastifyRequest } from 'fastify';

/** Outlives sessions: see features/auth/known-devices.ts. */
export const DEVICE_COOKIE = '__Host-device';

export const deviceTokenOf = (request: FastifyRequest): string | undefined => request.cookies[DEVICE_COOKIE];
