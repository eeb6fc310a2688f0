import { useDocumentTitle } from '@mantine/hooks';
import { PRODUCT_NAME } from '../../shared/domain/product-name.ts';

/** The window's title: the page's, if it has one, before the portal's name. */
export const usePageTitle = (title?: string, portalName = PRODUCT_NAME): void =>
  useDocumentTitle(title === undefined ? portalName : `${title} · ${portalName}`);
