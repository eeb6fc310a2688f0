import { useRef, useState } from 'react';

export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** The errors of a form's fields, by name. `place` is the ref of the element that contains the fields. */
export function useFieldErrors<Field extends string, Place extends HTMLElement = HTMLFormElement>(
  fields: readonly Field[],
) {
  const place = useRef<Place>(null);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});

  const focus = (field: Field) => place.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();

  /** Replaces the errors and focuses the first field with one. True if there are none. */
  const show = (found: FieldErrors<Field>): boolean => {
    setErrors(found);
    const first = fields.find((field) => found[field] !== undefined);
    if (first !== undefined) focus(first);
    return first === undefined;
  };

  /** Adds errors to the current ones. */
  const add = (found: FieldErrors<Field>) => setErrors((now) => ({ ...now, ...found }));

  const clear = (field: Field) => setErrors((now) => ({ ...now, [field]: undefined }));

  return { place, errors, focus, show, add, clear };
}
