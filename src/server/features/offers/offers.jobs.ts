import { forgottenFileJobs } from './forgotten-files.jobs.ts';
import { mailAcceptance } from './offer-mails.jobs.ts';
import { checkStagedFile, checkUploadedFile, discardStagedFile } from './staged-files.jobs.ts';

export const offerJobs = [
  checkStagedFile,
  checkUploadedFile,
  ...forgottenFileJobs,
  discardStagedFile,
  mailAcceptance,
];
