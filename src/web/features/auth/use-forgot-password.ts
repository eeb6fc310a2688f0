import { type RefObject, useState } from 'react';
import { ResetDialog } from '../../app/reset-dialog.ts';

/** The dialog beside the sign-in form: whether it is open, and the e-mail it starts with. */
export function useForgotPassword(form: RefObject<HTMLFormElement | null>) {
  const [email, setEmail] = useState<string | null>(null);

  const preload = () => ResetDialog.preload?.();

  const open = async () => {
    // Loaded first, so that the dialog comes in one piece.
    await preload();
    const typed = form.current ? String(new FormData(form.current).get('loginName') ?? '').trim() : '';
    setEmail(typed.includes('@') ? typed : '');
  };

  return { email, preload, open, close: () => setEmail(null) };
}
