/**
 * The key under which a broker's browser uploads a file. The holder of the signed address can overwrite it until it expires.
 */
export const stagedKey = (tenantId: string, fileId: string) => `${tenantId}/staged/${fileId}`;

/** The key under which a checked file is kept. No address for writing to it is ever signed. */
export const keptKey = (tenantId: string, fileId: string) => `${tenantId}/files/${fileId}`;

/** The key of a Schedule A. It names the bytes, so that what a repeated job writes never replaces what was recorded. */
export const scheduleAKey = (tenantId: string, participationId: bigint, sha256: Buffer) =>
  `${tenantId}/schedule-a/${participationId}-${sha256.toString('hex').slice(0, 32)}`;
