/** The request of a table without any filter. */
export const wholeBook = (syndicateId: bigint) => ({
  syndicateId,
  search: '',
  filter: undefined,
  sort: undefined,
  payoutsFrom: null,
  payoutsTo: null,
});
