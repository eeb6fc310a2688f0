import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '../../../shared/domain/product-name.ts';
import { EntryFrame } from './entry-frame.tsx';
import { usePortalInfo } from './portal-info.ts';

interface EntryPageProps {
  /** Shown in the window's title, before the portal's name. */
  documentTitle: string;
  title: string;
  children: ReactNode;
}

/** The frame of the pages before sign-in: whose portal it is, one card, and where to get help. */
export function EntryPage({ documentTitle, title, children }: EntryPageProps) {
  const portal = usePortalInfo();
  useDocumentTitle(`${documentTitle} · ${portal?.name ?? PRODUCT_NAME}`);
  return (
    <EntryFrame name={portal?.name ?? null} portal={portal} title={title}>
      {children}
    </EntryFrame>
  );
}
