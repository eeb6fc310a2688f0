/** How much the underwriter has on a merchant. */
export type Extent = 'no statements' | 'usual' | 'everything';
