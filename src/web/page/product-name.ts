export const PRODUCT_NAME = 'Syndicate Portal';
