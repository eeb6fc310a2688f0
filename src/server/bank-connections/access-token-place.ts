/** What an access token is encrypted for: this one column of this one row. */
export const accessTokenPlace = (tenantId: string, id: string) =>
  ['bank_connections', `${tenantId}/${id}`, 'access_token_cipher'] as const;
