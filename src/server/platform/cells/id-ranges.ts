/** A cell's ids begin here, and the next cell's begin where its own end. */
export const IDS_PER_CELL = 2n ** 40n;

/** Ids have 15 digits at most on the wire, which JavaScript's numbers still hold exactly. The last cell ends below that. */
export const MAX_CELL = 899;

/**
 * Where the ids of each counter come from. A row keeps its ids when its tenant moves to another cell, so every counter of a table
 * that is copied counts in the cell's own range: what two cells count can never meet in one database. A counter of the queue
 * stays in its cell, because jobs are added anew where the tenant goes.
 */
export const COUNTERS: Readonly<Record<string, 'range of the cell' | 'stays in its cell'>> = {
  'graphile_worker.job_queues_id_seq': 'stays in its cell',
  'graphile_worker.jobs_id_seq1': 'stays in its cell',
  'graphile_worker.tasks_id_seq': 'stays in its cell',
  'public.accounting_mails_id_seq': 'range of the cell',
  'public.adjustment_requests_id_seq': 'range of the cell',
  'public.approvals_id_seq': 'range of the cell',
  'public.bank_account_changes_id_seq': 'range of the cell',
  'public.brokers_id_seq': 'range of the cell',
  'public.capability_links_id_seq': 'range of the cell',
  'public.case_entries_id_seq': 'range of the cell',
  'public.cash_entries_id_seq': 'range of the cell',
  'public.change_notices_id_seq': 'range of the cell',
  'public.guests_id_seq': 'range of the cell',
  'public.companies_id_seq': 'range of the cell',
  'public.company_addresses_id_seq': 'range of the cell',
  'public.company_bank_accounts_id_seq': 'range of the cell',
  'public.company_owners_id_seq': 'range of the cell',
  'public.deal_alerts_id_seq': 'range of the cell',
  'public.deal_notes_id_seq': 'range of the cell',
  'public.deal_status_changes_id_seq': 'range of the cell',
  'public.deal_terms_id_seq': 'range of the cell',
  'public.deals_id_seq': 'range of the cell',
  'public.disposal_runs_id_seq': 'range of the cell',
  'public.existing_advances_id_seq': 'range of the cell',
  'public.file_categories_id_seq': 'range of the cell',
  'public.files_id_seq': 'range of the cell',
  'public.former_addresses_id_seq': 'range of the cell',
  'public.import_journal_id_seq': 'range of the cell',
  'public.import_runs_id_seq': 'range of the cell',
  'public.invite_cases_id_seq': 'range of the cell',
  'public.invite_history_id_seq': 'range of the cell',
  'public.legal_holds_id_seq': 'range of the cell',
  'public.lenders_id_seq': 'range of the cell',
  'public.moved_alone_id_seq': 'range of the cell',
  'public.notification_items_id_seq': 'range of the cell',
  'public.offers_id_seq': 'range of the cell',
  'public.open_differences_id_seq': 'range of the cell',
  'public.participation_invites_id_seq': 'range of the cell',
  'public.participations_id_seq': 'range of the cell',
  'public.payment_sources_id_seq': 'range of the cell',
  'public.payments_id_seq': 'range of the cell',
  'public.payout_originators_id_seq': 'range of the cell',
  'public.payout_run_items_id_seq': 'range of the cell',
  'public.payout_runs_id_seq': 'range of the cell',
  'public.posting_runs_id_seq': 'range of the cell',
  'public.reconciliations_id_seq': 'range of the cell',
  'public.return_files_id_seq': 'range of the cell',
  'public.second_factor_resets_id_seq': 'range of the cell',
  'public.service_tokens_id_seq': 'range of the cell',
  'public.sheet_sources_id_seq': 'range of the cell',
  'public.statement_months_id_seq': 'range of the cell',
  'public.statements_id_seq': 'range of the cell',
  'public.syndicates_id_seq': 'range of the cell',
  'public.users_id_seq': 'range of the cell',
  'public.watched_deal_changes_id_seq': 'range of the cell',
  'public.withdrawal_requests_id_seq': 'range of the cell',
};
