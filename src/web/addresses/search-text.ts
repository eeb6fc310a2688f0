/** A search parameter as it was written. The router parses texts that look like numbers or booleans. */
export function searchText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
