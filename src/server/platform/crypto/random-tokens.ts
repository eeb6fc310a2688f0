import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits; the server keeps only the hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
