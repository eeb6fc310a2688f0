/** Where a broker's browser puts a file. Whoever has the signed address may still overwrite it until that expires. */
export const stagedKey = (tenantId: string, fileId: string) => `${tenantId}/staged/${fileId}`;

/** Where what was checked is kept. No address for it is ever signed for writing. */
export const keptKey = (tenantId: string, fileId: string) => `${tenantId}/files/${fileId}`;
