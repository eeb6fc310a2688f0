import { CASE_FILTERS, type CaseFilter } from '../../../../shared/domain/request-cases.ts';
import { deskAddress, useDeskNavigate, useDeskSearch } from '../../desk-address.ts';

interface RequestChoice {
  filter: CaseFilter;
  page: number;
}

/** What is listed, as it stands in the address. */
export function useRequestChoice(): [RequestChoice, (change: Partial<RequestChoice>) => void] {
  const search = useDeskSearch();
  const navigate = useDeskNavigate();
  const choice: RequestChoice = {
    filter: CASE_FILTERS.find((filter) => filter === search['filter']) ?? 'open',
    page: /^[1-9]\d{0,5}$/.test(String(search['page'])) ? Number(search['page']) : 1,
  };
  const choose = (change: Partial<RequestChoice>) => {
    const { filter, page } = { ...choice, ...change };
    const written = {
      filter: filter === 'open' ? undefined : filter,
      page: page === 1 ? undefined : String(page),
    };
    navigate(deskAddress('requests', { search: written }), { replace: true });
  };
  return [choice, choose];
}
