import { DOCUMENT_CATEGORIES } from '../../../../shared/domain/documents.ts';
import { deskAddress, useDeskNavigate, useDeskSearch } from '../../desk-address.ts';
import type { DocumentChoice } from './documents.api.ts';

/** What is listed, as it stands in the address. */
export function useDocumentChoice(): [DocumentChoice, (change: Partial<DocumentChoice>) => void] {
  const search = useDeskSearch();
  const navigate = useDeskNavigate();
  const choice: DocumentChoice = {
    category: DOCUMENT_CATEGORIES.find((category) => category === search['category']) ?? null,
    syndicateId: /^\d{1,15}$/.test(String(search['syndicate'])) ? String(search['syndicate']) : null,
    taxYear: /^20\d\d$/.test(String(search['year'])) ? Number(search['year']) : null,
    page: /^[1-9]\d{0,5}$/.test(String(search['page'])) ? Number(search['page']) : 1,
  };
  const choose = (change: Partial<DocumentChoice>) => {
    const { category, syndicateId, taxYear, page } = { ...choice, page: 1, ...change };
    const written = {
      category: category ?? undefined,
      syndicate: syndicateId ?? undefined,
      year: taxYear === null ? undefined : String(taxYear),
      page: page === 1 ? undefined : String(page),
    };
    navigate(deskAddress('documents', { search: written }), { replace: true });
  };
  return [choice, choose];
}
