import { useRef, useState } from 'react';

export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** What is wrong with the fields of a form, by their names. `place` goes on what holds them. */
export function useFieldErrors<Field extends string, Place extends HTMLElement = HTMLFormElement>(
  fields: readonly Field[],
) {
  const place = useRef<Place>(null);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});

  const focus = (field: Field) => place.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();

  /** Shows what was found in place of what was, and leads to the first of it. True when nothing was. */
  const show = (found: FieldErrors<Field>): boolean => {
    setErrors(found);
    const first = fields.find((field) => found[field] !== undefined);
    if (first !== undefined) focus(first);
    return first === undefined;
  };

  /** Beside those that are there. */
  const add = (found: FieldErrors<Field>) => setErrors((now) => ({ ...now, ...found }));

  const clear = (field: Field) => setErrors((now) => ({ ...now, [field]: undefined }));

  return { place, errors, focus, show, add, clear };
}
