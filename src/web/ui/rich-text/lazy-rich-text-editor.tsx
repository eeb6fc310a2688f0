import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadChunk, patientChunk, tryAgain } from '../../lib/code-chunk.ts';
import { InlineError } from '../message/inline-error.tsx';
import { useInSight } from '../use-in-sight.ts';
import { htmlOf, type PlainText } from './plain-text.ts';
import classes from './rich-text-editor.module.css';
import type { LoadedEditorProps, RichTextEditorProps } from './rich-text-editor.tsx';

interface Loaded {
  Editor: ComponentType<LoadedEditorProps>;
  plain: PlainText | null;
}

const loadEditor = () => loadChunk(patientChunk(import('./rich-text-editor.tsx')));

export const RichTextEditorSkeleton = () => <div className={classes['skeleton']} aria-busy="true" />;

/**
 * The editor. Its code is larger than a whole page, so it is loaded when somebody gets to it. Until then a plain field is in its place,
 * and the editor takes over what was typed there.
 */
export function LazyRichTextEditor(props: RichTextEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isAsked = useRef(false);
  const isComposing = useRef(false);
  // A draft may have styles, which the plain field cannot show.
  const [hasDraft] = useState(props.html !== '');

  const load = async () => {
    if (isAsked.current) return;
    isAsked.current = true;
    try {
      const { RichTextEditor: Editor } = await loadEditor();
      if (isComposing.current) await compositionEnd(field.current);
      // In one step, so that no key is pressed in between.
      flushSync(() => setLoaded({ Editor, plain: field.current && plainTextOf(field.current) }));
    } catch (failure) {
      isAsked.current = false;
      setError(failure);
    }
  };
  const whenReached = useRef(load);
  whenReached.current = load;

  const isInSight = useInSight(field);
  useEffect(() => {
    if (hasDraft || isInSight) void whenReached.current();
  }, [hasDraft, isInSight]);

  if (loaded) return <loaded.Editor {...props} plain={loaded.plain} />;
  const failure = error !== null && (
    <InlineError
      title="The text styles did not load"
      error={error}
      // Loading the page again would lose what was typed.
      onRetry={() => (field.current?.value ? load() : tryAgain(error, load))}
      isRetrying={false}
    />
  );
  if (hasDraft) return failure || <RichTextEditorSkeleton />;
  return (
    <>
      <div className={classes['editor']}>
        <div className={classes['noToolbar']} />
        <textarea
          ref={field}
          className={classes['plain']}
          aria-label={props.label}
          placeholder={props.placeholder}
          onChange={({ currentTarget }) => props.onChange(htmlOf(currentTarget.value))}
          onCompositionStart={() => {
            isComposing.current = true;
          }}
          onCompositionEnd={() => {
            isComposing.current = false;
          }}
          onFocus={load}
          onPointerEnter={load}
        />
      </div>
      {failure}
    </>
  );
}

const plainTextOf = (field: HTMLTextAreaElement): PlainText => ({
  text: field.value,
  hasFocus: field === document.activeElement,
  from: field.selectionStart,
  to: field.selectionEnd,
});

/** A character that is being composed from several keys would be lost with the field. */
const compositionEnd = (field: HTMLTextAreaElement | null): Promise<void> =>
  new Promise((resolve) => {
    if (!field) return resolve();
    field.addEventListener('compositionend', () => setTimeout(resolve), { once: true });
  });
