import { mailEsignNotice } from '../../identity/esign-notice.jobs.ts';
import { applyBankChange } from './apply-bank-change.jobs.ts';
import { mailBankNotice } from './bank-notices.jobs.ts';

export const profileJobs = [applyBankChange, mailBankNotice, mailEsignNotice];
