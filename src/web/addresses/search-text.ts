/** A search parameter as it was written: the router reads what looks like a number or a yes as one. */
export function searchText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
