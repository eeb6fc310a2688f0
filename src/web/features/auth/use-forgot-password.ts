import { type ComponentType, type RefObject, useState } from 'react';

/** Belongs to another feature, so the app passes it in. */
export type ResetDialogComponent = ComponentType<{ email: string; onClose: () => void }> & {
  preload?: () => Promise<void> | undefined;
};

/** Whether the dialog beside the sign-in form is open, and the e-mail that it starts with. */
export function useForgotPassword(
  form: RefObject<HTMLFormElement | null>,
  ResetDialog: ResetDialogComponent,
) {
  const [email, setEmail] = useState<string | null>(null);

  const preload = () => ResetDialog.preload?.();

  const open = async () => {
    // Loaded first, so that the dialog appears whole.
    await preload();
    const typed = form.current ? String(new FormData(form.current).get('loginName') ?? '').trim() : '';
    setEmail(typed.includes('@') ? typed : '');
  };

  return { email, preload, open, close: () => setEmail(null) };
}
