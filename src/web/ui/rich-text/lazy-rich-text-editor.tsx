import { lazy, Suspense } from 'react';
import { patientChunk } from '../../lib/code-chunk.ts';
import classes from './rich-text-editor.module.css';
import type { RichTextEditorProps } from './rich-text-editor.tsx';

const Editor = lazy(async () => ({
  default: (await patientChunk(import('./rich-text-editor.tsx'))).RichTextEditor,
}));

export const RichTextEditorSkeleton = () => <div className={classes['skeleton']} aria-busy="true" />;

/** The editor, with an empty field in its place until its code is loaded. */
export const LazyRichTextEditor = (props: RichTextEditorProps) => (
  <Suspense fallback={<RichTextEditorSkeleton />}>
    <Editor {...props} />
  </Suspense>
);
