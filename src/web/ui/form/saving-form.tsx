import { type ComponentPropsWithRef, useImperativeHandle, useLayoutEffect, useRef } from 'react';

interface SavingFormProps extends Omit<ComponentPropsWithRef<'form'>, 'aria-busy' | 'noValidate'> {
  isSaving: boolean;
}

/**
 * A form that cannot be changed while it is saved, which takes a minute or more in an outage: what was entered in that time would be
 * discarded by the answer. What is seen is what was sent, and after a failure it can be changed again.
 */
export function SavingForm({ isSaving, ref, ...form }: SavingFormProps) {
  const own = useRef<HTMLFormElement>(null);
  useImperativeHandle(ref, () => own.current as HTMLFormElement);
  useLayoutEffect(() => (isSaving && own.current ? hold(own.current) : undefined), [isSaving]);
  return <form ref={own} noValidate aria-busy={isSaving} data-saving={isSaving || undefined} {...form} />;
}

/** Read-only fields keep the focus and can be read and copied from. Choices cannot be read-only. Returns what undoes it. */
function hold(form: HTMLFormElement): () => void {
  const focused = document.activeElement;
  const undo: (() => void)[] = [];
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXTS)) {
    if (field.readOnly) continue;
    field.readOnly = true;
    undo.push(() => {
      field.readOnly = false;
    });
  }
  for (const choice of form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLButtonElement>(
    CHOICES,
  )) {
    if (choice.disabled) continue;
    choice.disabled = true;
    undo.push(() => {
      choice.disabled = false;
    });
  }
  for (const editor of form.querySelectorAll<HTMLElement>('[contenteditable="true"]')) {
    editor.contentEditable = 'false';
    undo.push(() => {
      editor.contentEditable = 'true';
    });
  }
  return () => {
    for (const one of undo) one();
    // A choice that had the focus lost it when it was disabled.
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
  };
}

const CHOSEN = ['checkbox', 'radio', 'range'].map((type) => `input[type="${type}"]`);
const TEXTS = `input:not(${CHOSEN.join(', ')}), textarea`;
/** A button that is a part of a field, such as one that removes an entry, has `data-choice`. */
const CHOICES = ['select', 'button[data-choice]', ...CHOSEN].join(', ');
