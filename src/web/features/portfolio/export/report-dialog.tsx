import { Button } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx';
import { DayField } from '../../../ui/form/day-field.tsx';
import classes from './report-dialog.module.css';
import type { ExportDates } from './use-export.ts';

interface ReportDialogProps {
  from: CalendarDate | null;
  to: CalendarDate | null;
  onExport: (dates: ExportDates) => void;
  onClose: () => void;
}

/** Starts from the dates of the table. */
export function ReportDialog({ from, to, onExport, onClose }: ReportDialogProps) {
  const [payoutsFrom, setFrom] = useState(from);
  const [payoutsTo, setTo] = useState(to);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onExport({ payoutsFrom, payoutsTo });
  };
  return (
    <Dialog
      title="Syndicated Deals Report"
      lead="The deals in the table, with each of their payouts between these dates. Leave a date empty for no limit."
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <div className={classes['dates']}>
          <DayField
            label="from"
            about="Start date"
            value={payoutsFrom}
            maxDate={payoutsTo}
            onPick={setFrom}
            isInDialog
          />
          <DayField
            label="to"
            about="End date"
            value={payoutsTo}
            minDate={payoutsFrom}
            onPick={setTo}
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
