import { addressFaults } from './faults/addresses.ts';
import { asOfFaults } from './faults/as-of.ts';
import { calculationFaults } from './faults/calculations.ts';
import { callerFaults } from './faults/callers.ts';
import { cashFaults } from './faults/cash.ts';
import { commandFaults } from './faults/commands.ts';
import { deskFaults } from './faults/desk.ts';
import { deskBoardFaults } from './faults/desk-board.ts';
import { deskDealsFaults } from './faults/desk-deals.ts';
import { deskImportsFaults } from './faults/desk-imports.ts';
import { deskPeopleFaults } from './faults/desk-people.ts';
import { deskPostingFaults } from './faults/desk-posting.ts';
import { deskRequestsFaults } from './faults/desk-requests.ts';
import { deskSettingsFaults } from './faults/desk-settings.ts';
import { deskSubmissionsFaults } from './faults/desk-submissions.ts';
import { deskWhyFaults } from './faults/desk-why.ts';
import { documentFaults } from './faults/documents.ts';
import { guessingFaults } from './faults/guessing.ts';
import { guestsFaults } from './faults/guests.ts';
import { hardeningFaults } from './faults/hardening.ts';
import { importFaults } from './faults/imports.ts';
import { browserFaults } from './faults/in-the-browser.ts';
import { insightFaults } from './faults/insights.ts';
import { largeBookFaults } from './faults/large-books.ts';
import { ledgerFaults } from './faults/ledger.ts';
import { linkAndOfferFaults } from './faults/links-and-offers.ts';
import { notificationFaults } from './faults/notifications.ts';
import { operationFaults } from './faults/operations.ts';
import { payoutRunFaults } from './faults/payout-runs.ts';
import { portfolioFaults } from './faults/portfolio.ts';
import { profileAndFileFaults } from './faults/profile-and-file.ts';
import { retentionFaults } from './faults/retention.ts';
import { returnFaults } from './faults/returns.ts';
import { scheduleFaults } from './faults/schedule.ts';
import { signInFaults } from './faults/sign-in.ts';
import { singleSignOnFaults } from './faults/single-sign-on.ts';
import { statementFileFaults } from './faults/statement-files.ts';
import { statementFaults } from './faults/statements.ts';
import { termsFaults } from './faults/terms.ts';
import { uploadFaults } from './faults/uploads.ts';
import type { PlantedFault } from './planted-fault.ts';

/** At least one fault for each requirement. */
export const plantedFaults: readonly PlantedFault[] = [
  ...addressFaults,
  ...signInFaults,
  ...guessingFaults,
  ...deskFaults,
  ...singleSignOnFaults,
  ...deskBoardFaults,
  ...deskPeopleFaults,
  ...guestsFaults,
  ...deskSettingsFaults,
  ...deskSubmissionsFaults,
  ...deskPostingFaults,
  ...deskImportsFaults,
  ...deskRequestsFaults,
  ...deskWhyFaults,
  ...deskDealsFaults,
  ...documentFaults,
  ...payoutRunFaults,
  ...portfolioFaults,
  ...insightFaults,
  ...scheduleFaults,
  ...returnFaults,
  ...asOfFaults,
  ...statementFaults,
  ...statementFileFaults,
  ...profileAndFileFaults,
  ...notificationFaults,
  ...linkAndOfferFaults,
  ...uploadFaults,
  ...calculationFaults,
  ...largeBookFaults,
  ...ledgerFaults,
  ...cashFaults,
  ...termsFaults,
  ...callerFaults,
  ...commandFaults,
  ...operationFaults,
  ...importFaults,
  ...hardeningFaults,
  ...retentionFaults,
  ...browserFaults,
];
