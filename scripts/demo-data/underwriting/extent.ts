/** How complete the underwriter's data about a merchant is. */
export type Extent = 'no statements' | 'usual' | 'everything';
