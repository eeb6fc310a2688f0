import { hash, randomBytes } from 'node:crypto';

/** 256 random bits; the server keeps only the hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
