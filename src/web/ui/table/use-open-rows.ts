import { useCallback, useState } from 'react';

export interface OpenRows {
  isOpen: (key: string) => boolean;
  toggle: (key: string) => void;
  close: (key: string) => void;
}

export function useOpenRows(): OpenRows {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (key: string) => setKeys((now) => (now.has(key) ? without(now, key) : new Set(now).add(key))),
    [],
  );
  const close = useCallback((key: string) => setKeys((now) => without(now, key)), []);
  return { isOpen: (key) => keys.has(key), toggle, close };
}

const without = (keys: ReadonlySet<string>, closed: string) =>
  new Set([...keys].filter((key) => key !== closed));
