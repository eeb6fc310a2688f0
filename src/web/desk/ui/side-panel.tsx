import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog/dialog.module.css';
import classes from './side-panel.module.css';

interface SidePanelProps {
  title: string;
  lead: string;
  /** Something was entered that would be lost, so closing asks first. */
  isTouched: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form beside the page it is about, which stays in use. Where it is narrow it covers the page, and the browser keeps the focus in it. */
export function SidePanel({ title, lead, isTouched, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [isAsking, setIsAsking] = useState(false);
  const isBeside = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });

  useLayoutEffect(() => {
    const element = panel.current;
    if (isBeside) element?.show();
    else element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => element?.close();
  }, [isBeside]);

  const leave = () => (isTouched ? setIsAsking(true) : onClose());
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isAsking) return;
    event.preventDefault();
    leave();
  };
  return (
    <>
      <dialog
        ref={panel}
        className={classes['panel']}
        aria-labelledby={titleId}
        onKeyDown={press}
        onCancel={(event) => {
          event.preventDefault();
          leave();
        }}
      >
        <div className={dialogClasses['head']}>
          <h2 id={titleId} className={dialogClasses['title']}>
            {title}
          </h2>
          <p className={dialogClasses['lead']}>{lead}</p>
        </div>
        {children}
        <button type="button" className={dialogClasses['close']} aria-label="Close" onClick={leave}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </dialog>
      {isAsking && (
        <ConfirmDialog
          title="Leave without saving?"
          lead="What you have entered is lost. Nothing was changed."
          confirmLabel="Leave"
          closeLabel="Go on"
          isPending={false}
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** For what stands beside an open panel. */
export const besidePanel = (isOpen: boolean): string | undefined => (isOpen ? classes['beside'] : undefined);
