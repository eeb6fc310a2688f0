/**
 * Where work stands in line that takes as long as a funder's files or book are large. That of one funder is done one after the other, so that
 * it leaves the worker to the others. Release 0.3.0 has the imports in this line, and where both run still no two of them run at once.
 */
export const longWorkOf = (tenantId: string): string => `import ${tenantId}`;
