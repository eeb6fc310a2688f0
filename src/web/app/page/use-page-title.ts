import { useDocumentTitle } from '@mantine/hooks';
import { PRODUCT_NAME } from '../brand.ts';

/** The window's title: the page's, if it has one, before the portal's name. */
export const usePageTitle = (title?: string): void =>
  useDocumentTitle(title === undefined ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`);
