/** The access to a merchant's bank ends so many days after the last deal or offer that it could serve. Its page says so. */
export const KEPT_BANK_DAYS = 30;
