import { lazy, Suspense } from 'react';
import classes from './rich-text-editor.module.css';
import type { RichTextEditorProps } from './rich-text-editor.tsx';

const Editor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }));

/** The editor, in whose place an empty field stands until it has come. */
export const LazyRichTextEditor = (props: RichTextEditorProps) => (
  <Suspense fallback={<div className={classes['skeleton']} aria-busy="true" />}>
    <Editor {...props} />
  </Suspense>
);
