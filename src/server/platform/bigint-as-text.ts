/** For JSON.stringify: amounts, ids and counts are bigints, which JSON does not have. */
export const bigintAsText = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
