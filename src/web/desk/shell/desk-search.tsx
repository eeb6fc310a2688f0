import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { patientChunk } from '../../lib/code-chunk.ts';
import iconClasses from '../../ui/menu/icon-button.module.css';
import classes from './desk-search.module.css';

const SearchDialog = lazy(async () => ({
  default: (await patientChunk(import('../features/search/search-dialog.tsx'))).SearchDialog,
}));

const TYPING = 'input, textarea, select, [contenteditable], dialog';

/** The search of every page: opened by the slash key, unless somebody types or answers a dialog, and by its buttons. */
export function useDeskSearchDialog() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.activeElement?.closest(TYPING) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}

export const DeskSearchDialog = ({ onClose }: { onClose: () => void }) => (
  <Suspense fallback={null}>
    <SearchDialog onClose={onClose} />
  </Suspense>
);

interface SearchButtonProps {
  onOpen: () => void;
}

export const SearchButton = ({ onOpen }: SearchButtonProps) => (
  <button type="button" className={classes['button']} aria-keyshortcuts="/" onClick={onOpen}>
    <IconSearch size={16} stroke={1.75} aria-hidden="true" />
    Search
    <span className={classes['key']} aria-hidden="true">
      /
    </span>
  </button>
);

/** Where there is no room for words. */
export const SearchIconButton = ({ onOpen }: SearchButtonProps) => (
  <button type="button" className={iconClasses['button']} aria-label="Search" onClick={onOpen}>
    <IconSearch size={20} stroke={1.75} aria-hidden="true" />
  </button>
);
