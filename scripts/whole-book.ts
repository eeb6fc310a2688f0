/** What a table asks for where nothing was chosen. */
export const wholeBook = (syndicateId: bigint) => ({
  syndicateId,
  search: '',
  filter: undefined,
  sort: undefined,
  payoutsFrom: null,
  payoutsTo: null,
});
