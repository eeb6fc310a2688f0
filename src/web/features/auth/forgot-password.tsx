import { type RefObject, useState } from 'react';
import { ResetDialog } from '../../app/reset-dialog.ts';
import { TextButton } from '../../ui/text-button.tsx';

interface ForgotPasswordProps {
  form: RefObject<HTMLFormElement | null>;
}

export function ForgotPassword({ form }: ForgotPasswordProps) {
  const [email, setEmail] = useState<string | null>(null);

  const open = async () => {
    // Loaded first, so that the dialog comes in one piece.
    await ResetDialog.preload?.();
    const data = form.current ? new FormData(form.current) : null;
    const typed = String(data?.get('loginName') ?? '').trim();
    setEmail(typed.includes('@') ? typed : '');
  };

  return (
    <>
      <TextButton onClick={open} onPointerEnter={preload} onFocus={preload} aria-haspopup="dialog">
        Forgot password
      </TextButton>
      {email !== null && <ResetDialog email={email} onClose={() => setEmail(null)} />}
    </>
  );
}

const preload = () => void ResetDialog.preload?.();
