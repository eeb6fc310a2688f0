import { applyBankChange } from './apply-bank-change.jobs.ts';
import { mailBankNotice } from './bank-notices.jobs.ts';
import { mailEsignNotice } from './contact.jobs.ts';

export const profileJobs = [applyBankChange, mailBankNotice, mailEsignNotice];
