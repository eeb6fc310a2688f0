import { listDealsCommand } from './book.ts';
import { oneOf } from './command.ts';
import { listTermsCommand, setTermsCommand } from './deal-terms.ts';

export const dealsCommand = oneOf('deals', {
  list: listDealsCommand,
  terms: listTermsCommand,
  'set-terms': setTermsCommand,
});
