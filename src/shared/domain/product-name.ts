/** What the portal is called where it belongs to no tenant, or nobody has said whose it is. */
export const PRODUCT_NAME = 'Syndicate Portal';
