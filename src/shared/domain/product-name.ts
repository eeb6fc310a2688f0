/** The portal's name on a host that belongs to no tenant, or when no other name is set. */
export const PRODUCT_NAME = 'Syndicate Portal';
