import type { operatorReportsContract } from '../../../shared/contract/operator-nights.ts';
import { bankDayBefore } from '../../../shared/domain/bank-holidays.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { readToday } from '../../platform/db/today.ts';
import { Refusal } from '../../platform/errors.ts';
import { addReports } from './nightly-report.jobs.ts';
import { whyNoReport } from './report-day.ts';

export const nightlyReportHandlers = (): Handlers<typeof operatorReportsContract> => ({
  async queueReports({ tx, tenantId, operator, body }) {
    const day = await readToday(tx);
    const date = body.date ?? bankDayBefore(day);
    const reason = whyNoReport(date, day);
    if (reason) throw new Refusal('no_report_day', { message: reason });
    return { date, count: await addReports(tx, tenantId, date, operator) };
  },
});
