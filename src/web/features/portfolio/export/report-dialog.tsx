import { Button } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx';
import { DayField } from '../../../ui/form/day-field.tsx';
import { daysOf, problemsOf, type TypedDays } from '../../../ui/form/typed-day.ts';
import classes from './report-dialog.module.css';
import type { ExportDates } from './use-export.ts';

interface ReportDialogProps {
  from: CalendarDate | null;
  to: CalendarDate | null;
  onExport: (dates: ExportDates) => void;
  onClose: () => void;
}

/** Starts with the dates of the table; changing them here does not change the table. */
export function ReportDialog({ from, to, onExport, onClose }: ReportDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<TypedDays>({ from, to });
  const problems = problemsOf(typed);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const days = daysOf(typed);
    if (days) onExport({ payoutsFrom: days.from, payoutsTo: days.to });
    else form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  return (
    <Dialog
      title="Syndicated Deals Report"
      lead="The deals that the table’s search and filters leave and whose payouts ran between these dates, with each payout of that time. Leave a date empty for no limit."
      onClose={onClose}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <div className={classes['dates']}>
          <DayField
            label="from"
            about="Start date"
            value={typed.from}
            problem={problems.from}
            latest={typed.to}
            onPick={(day) => setTyped({ ...typed, from: day })}
            isInDialog
          />
          <DayField
            label="to"
            about="End date"
            value={typed.to}
            problem={problems.to}
            earliest={typed.from}
            onPick={(day) => setTyped({ ...typed, to: day })}
            isInDialog
          />
        </div>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" data-autofocus>
            Export
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
