import { IconX } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { FlashMessages } from '../message/flash-messages.tsx';
import { OutageLine } from '../message/outage-line.tsx';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Without it the dialog cannot be closed by the user. */
  onClose?: (() => void) | undefined;
  /** `alertdialog`: it opened by itself and needs an answer, and a screen reader reads it at once. */
  role?: 'dialog' | 'alertdialog';
  lead?: ReactNode;
  /** Fills the whole window, for content that needs the room of a page. */
  isFull?: boolean;
  /** Wider, for a form with fields side by side. */
  isWide?: boolean;
  /** On a phone at the lower edge, for something short about what is above it. */
  isSheet?: boolean;
  children: ReactNode;
}

/** A modal dialog, open for as long as it is rendered. The browser keeps the focus in it and restores it afterwards. */
export function Dialog(props: DialogProps) {
  const { title, onClose, role = 'dialog', lead, isFull = false, isWide = false, isSheet = false } = props;
  const { children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const leadId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => element?.close();
  }, []);

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose?.();
  };

  // A second Escape would close the dialog without asking, so the browser must not see the key.
  const keepOpen = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose?.();
  };

  return (
    <dialog
      ref={dialog}
      className={classes['dialog']}
      data-full={isFull || undefined}
      data-wide={isWide || undefined}
      data-sheet={isSheet || undefined}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={lead === undefined ? undefined : leadId}
      onCancel={cancel}
      onKeyDown={keepOpen}
    >
      <div className={classes['head']}>
        <h2 id={titleId} className={classes['title']}>
          {title}
        </h2>
        {lead !== undefined && (
          <p id={leadId} className={classes['lead']}>
            {lead}
          </p>
        )}
      </div>
      <OutageLine isInDialog />
      {children}
      {onClose && (
        <button type="button" className={classes['close']} aria-label="Close" onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      <FlashMessages />
    </dialog>
  );
}

interface DialogActionsProps {
  children: ReactNode;
}

/** The dialog's buttons. The main one is last, and on a phone first. */
export function DialogActions({ children }: DialogActionsProps) {
  return <div className={classes['actions']}>{children}</div>;
}
