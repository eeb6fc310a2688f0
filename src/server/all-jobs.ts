import { mailApprover } from './approvals/approver-mails.jobs.ts';
import { caseFileJobs } from './cases/case-files.jobs.ts';
import { auditTrailJobs } from './features/audit-trail/check-trails.jobs.ts';
import { authJobs } from './features/auth/failed-sign-ins.jobs.ts';
import { mailNewDevice } from './features/auth/new-device.jobs.ts';
import { deskFileJobs } from './features/deal-files/desk-uploads.jobs.ts';
import { disposalJobs } from './features/disposal/disposal.jobs.ts';
import { checkDocument, discardDocument } from './features/documents/documents.jobs.ts';
import { guestJobs } from './features/guests/guests.jobs.ts';
import { importFileJobs } from './features/import-runs/import-files.jobs.ts';
import { importRunJobs } from './features/import-runs/import-run.jobs.ts';
import { inviteJobs } from './features/invites/accounting-mails.jobs.ts';
import { linkJobs } from './features/links/link-mails.jobs.ts';
import { nightlyReportJobs } from './features/nightly-report/nightly-report.jobs.ts';
import { offerJobs } from './features/offers/offers.jobs.ts';
import { passwordJobs } from './features/passwords/passwords.jobs.ts';
import { daySheetJobs } from './features/posting/day-sheet/day-sheet.jobs.ts';
import { profileJobs } from './features/profile/profile.jobs.ts';
import { reconciliationJobs } from './features/reconciliation/reconciliation.jobs.ts';
import { applyFactorReset } from './identity/apply-factor-reset.jobs.ts';
import { mailFactorResetNotice } from './identity/factor-reset-notices.jobs.ts';
import { invitationJobs } from './identity/invitation-mails.jobs.ts';
import { purgeJobs } from './identity/purge.jobs.ts';
import { secondFactorJobs } from './identity/second-factor.jobs.ts';
import { turnOfDayJobs } from './ledger/standings/turn-of-day.jobs.ts';
import { notificationJobs } from './notifications/morning-mails.jobs.ts';
import type { Job } from './platform/jobs/jobs.ts';
import { scheduleAJobs } from './schedule-a/schedule-a.jobs.ts';
import { sheetFileJobs } from './sheets/sheet-files.jobs.ts';
import { statementJobs } from './statements/statements.jobs.ts';
import { tenantJobs } from './tenant-settings/factor-notices.jobs.ts';

/** Every job that the worker can run. */
export const allJobs: readonly Job[] = [
  ...auditTrailJobs,
  ...authJobs,
  mailNewDevice,
  ...caseFileJobs,
  ...deskFileJobs,
  checkDocument,
  discardDocument,
  ...daySheetJobs,
  ...disposalJobs,
  ...guestJobs,
  ...importFileJobs,
  ...importRunJobs,
  ...invitationJobs,
  ...inviteJobs,
  ...linkJobs,
  ...nightlyReportJobs,
  ...notificationJobs,
  ...offerJobs,
  ...passwordJobs,
  ...profileJobs,
  ...purgeJobs,
  ...reconciliationJobs,
  ...scheduleAJobs,
  ...secondFactorJobs,
  ...sheetFileJobs,
  ...statementJobs,
  applyFactorReset,
  mailApprover,
  mailFactorResetNotice,
  ...tenantJobs,
  ...turnOfDayJobs,
];
