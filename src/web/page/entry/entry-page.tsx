import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '../../../shared/domain/product-name.ts';
import { EntryFrame } from './entry-frame.tsx';
import { usePortalFace } from './portal-face.ts';

interface EntryPageProps {
  /** In the window's title, before the portal's name. */
  documentTitle: string;
  title: string;
  children: ReactNode;
}

/** The frame of what a visitor sees before anybody is signed in: whose portal it is, one card, and where help is. */
export function EntryPage({ documentTitle, title, children }: EntryPageProps) {
  const face = usePortalFace();
  useDocumentTitle(`${documentTitle} · ${face?.name ?? PRODUCT_NAME}`);
  return (
    <EntryFrame name={face?.name ?? null} face={face} title={title}>
      {children}
    </EntryFrame>
  );
}
