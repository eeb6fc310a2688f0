import { useDocumentTitle } from '@mantine/hooks';
import { PRODUCT_NAME } from '../../shared/domain/product-name.ts';

/** Sets the window's title: the page's own title, if any, and the portal's name. */
export const usePageTitle = (title?: string, portalName = PRODUCT_NAME): void =>
  useDocumentTitle(title === undefined ? portalName : `${title} · ${portalName}`);
