export const PRODUCT_NAME = 'Syndicate Portal';
export const SUPPORT_EMAIL = 'support@portal.example';
