import { NAME_RULE } from '../domain/mailed-names.ts';
import { pageRefusals } from './page-refusals.ts';

/** Every refusal of the server has a stable code. The message is for people, so it may be reworded or translated. */
export const refusals = {
  ...pageRefusals,
  invalid_request: { status: 400, message: 'The request was not understood.' },
  invalid_credentials: { status: 401, message: 'The user credentials were incorrect' },
  captcha_failed: { status: 401, message: 'Please confirm that you are a person and try again.' },
  too_many_attempts: { status: 429, message: 'Too many login attempts.' },
  role_not_allowed: { status: 403, message: 'This portal is not accessable to your role.' },
  account_closed: { status: 403, message: 'Account is closed, please contact admin.' },
  not_a_syndicate_user: { status: 403, message: 'This user is not a syndicate User' },
  invitation_not_accepted: {
    status: 403,
    message: 'Please accept the invitation first: its link was mailed to you. Your funder can send it again.',
  },
  invitation_settled: { status: 410, message: 'This invitation can no longer be answered.' },
  password_sign_in_needed: {
    status: 403,
    message:
      'You signed in with a link from your funder or with single sign-on. To change how you sign in, please sign out and sign in with your password.',
  },
  sso_required: {
    status: 403,
    message:
      'Your company signs in with single sign-on. Please type your e-mail address and use Continue with single sign-on.',
  },
  sso_again: {
    status: 403,
    message:
      'This asks for a second factor that was shown within the last minutes. Please sign out and sign in again with single sign-on.',
  },
  passwords_differ: {
    status: 422,
    message: 'Your new password and confirm password are not matching',
  },
  password_change_required: { status: 403, message: 'Please choose a new password first.' },
  second_factor_wrong: { status: 401, message: 'That did not match. Please try again.' },
  second_factor_required: { status: 403, message: 'Please set up a second factor first.' },
  second_factor_needed: { status: 403, message: 'Please confirm with your second factor that it is you.' },
  foreign_origin: { status: 403, message: 'This request did not come from the portal.' },
  permission_needed: {
    status: 403,
    message:
      'This needs a permission that you do not have. An administrator of your desk can give it to you.',
  },
  staff_not_by_token: {
    status: 403,
    message: 'Staff are invited and changed at the desk or by command, not by a system.',
  },
  permission_of_staff: {
    status: 422,
    message: 'Only staff hold this permission. Please leave it out.',
  },
  look_only: {
    status: 403,
    message: 'You are looking at the portal as an investor sees it. Nothing can be changed from here.',
  },
  tab_not_shown: { status: 403, message: 'This view is not part of your portal.' },
  host_unknown: { status: 404, message: 'There is no portal at this address.' },
  bank_link_used: {
    status: 410,
    message: 'This link has been used, and the bank is connected.',
  },
  bank_refused: {
    status: 422,
    message: 'The connection to the bank was not completed. Please try again.',
  },
  no_bank_provider: {
    status: 422,
    message: 'Banks cannot be connected here yet. Please ask whoever sent you the link.',
  },
  bank_unavailable: {
    status: 503,
    message: 'Banks cannot be connected at the moment. Please try again in a few minutes.',
  },
  offer_closed: { status: 410, message: 'This offer is no longer open. Please ask for a new one.' },
  offer_changed: {
    status: 409,
    message: 'The offer has changed since you opened it. Please look at the new terms.',
  },
  commission_not_allowed: { status: 422, message: 'The percentage is not one that this offer allows.' },
  not_your_invite: {
    status: 403,
    message: 'Only the syndicate that was invited can answer. Please switch back to your own.',
  },
  share_not_allowed: {
    status: 422,
    message: 'Please choose a participation within your invite, in steps of half a percent.',
  },
  share_not_left: { status: 409, message: 'That much of this deal is no longer left.' },
  already_accepted: { status: 409, message: 'Your syndicate has already taken another share of this deal.' },
  message_missing: { status: 422, message: 'Please write a message.' },
  message_too_formatted: {
    status: 422,
    message: 'The message has too much formatting. Paste it as plain text and send it again.',
  },
  message_too_long: { status: 422, message: 'Error Adding Note. The message is too long.' },
  file_category_required: { status: 422, message: 'File Category is required' },
  file_too_large: {
    status: 422,
    message: 'There was an error uploading files. A file can have 20 MB at most.',
  },
  too_many_files: {
    status: 422,
    message: 'There was an error uploading files. No more than 20 files can be sent.',
  },
  too_many_documents: {
    status: 422,
    message: 'No more than 2,000 documents can be uploaded in a day. Please go on tomorrow.',
  },
  document_not_clean: {
    status: 409,
    message: 'Only a document whose file was checked and found clean can be published.',
  },
  document_withdrawn: {
    status: 409,
    message: 'This document was withdrawn. It cannot be published again.',
  },
  document_not_published: { status: 409, message: 'This document is not published.' },
  document_for_nobody: { status: 422, message: 'Please choose who gets the document.' },
  document_expired: { status: 422, message: 'The last day of a document cannot be in the past.' },
  file_not_ready: { status: 409, message: 'A file is still being checked. Please try again in a moment.' },
  file_refused: { status: 422, message: 'A file was refused. Please remove it and try again.' },
  key_used_otherwise: { status: 422, message: 'This request was sent before with another content.' },
  sign_in_expired: { status: 410, message: 'This sign-in has expired. Please start again.' },
  enrolment_expired: { status: 410, message: 'This took too long. Please start again.' },
  second_factor_missing: { status: 409, message: 'Please set up a second factor first.' },
  second_factor_is_last: {
    status: 409,
    message: 'Your funder requires a second factor. Please add another one before you remove this one.',
  },
  passkey_of_other_host: {
    status: 409,
    message: 'Your passkey works at the address of this portal where you set it up. Please sign in there.',
  },
  passkey_known: { status: 409, message: 'This passkey is registered already.' },
  password_wrong: { status: 422, message: 'Your password is wrong' },
  old_password_wrong: { status: 422, message: 'Your old password is wrong' },
  password_unchanged: { status: 422, message: 'Your new password is same as old password' },
  password_too_common: { status: 422, message: 'This password is too common. Please choose another one.' },
  password_has_name: {
    status: 422,
    message: 'This password is made of your name or that of a company. Please choose another one.',
  },
  password_required: { status: 422, message: 'Please enter your password.' },
  profile_not_yours: { status: 403, message: 'Only people of this syndicate can change its profile.' },
  addresses_changed_often: {
    status: 429,
    message: 'The addresses were changed too often. Please ask your funder to change them.',
  },
  date_to_come: { status: 422, message: 'Choose a day up to today.' },
  bank_account_missing: { status: 409, message: 'There is no bank account yet.' },
  own_approval: {
    status: 403,
    message: 'You asked for this yourself, so somebody else has to decide.',
  },
  decider_of_asker: {
    status: 403,
    message:
      'Within the last 72 hours, one of you has invited the other or given them a permission, or one and the same person has done so for both. Somebody else has to decide.',
  },
  request_taken: { status: 409, message: 'Somebody else has taken this request in the meantime.' },
  request_owner_unfit: {
    status: 422,
    message: 'They do not answer requests at this desk. Please choose somebody else.',
  },
  request_has_news: {
    status: 409,
    message: 'The investor has written again in the meantime. Please read it first.',
  },
  approval_waiting: {
    status: 409,
    message: 'Somebody has asked for this already, and it waits for a second person.',
  },
  approval_settled: { status: 409, message: 'This is decided already, or it has waited too long.' },
  approval_of_others: {
    status: 403,
    message: 'Only who asked for it can take it back. You can turn it down.',
  },
  account_unreadable: { status: 409, message: 'The stored account of an investor can’t be read.' },
  run_nothing_due: { status: 409, message: 'Nothing is due on this pay date.' },
  run_no_bank_day: { status: 422, message: 'Banks do not settle on this day.' },
  run_too_early: { status: 409, message: 'A run is prepared from the bank day before its pay date on.' },
  run_before_first: {
    status: 409,
    message: 'Pay dates before the first run were paid outside the portal.',
  },
  run_is_first: {
    status: 409,
    message:
      'This is the first run, and its pay date would count as paid outside the portal. Please have it approved instead.',
  },
  notification_always_sent: {
    status: 409,
    message: 'This mail protects your money and your account. It is always sent, and cannot be switched off.',
  },
  told_lately: {
    status: 409,
    message: 'They were told less than 15 minutes ago. You can remind them after that.',
  },
  proof_unknown: {
    status: 409,
    message: 'This file is not among the checked files of the deal. Please choose another one.',
  },
  run_not_reconciled: {
    status: 409,
    message: "The figures of investors in this run don't reconcile. Open the differences first.",
  },
  run_reconciled: { status: 409, message: 'Every investor in this run reconciles. Approve the run.' },
  run_not_effective_yet: {
    status: 409,
    message: 'The bank moves the money on the effective date. Mark the run as settled from then on.',
  },
  run_not_settled: { status: 409, message: 'This run is not marked as settled.' },
  deal_not_changeable: { status: 409, message: 'This deal cannot be changed in this way.' },
  letter_missing: {
    status: 409,
    message: 'This status needs a letter or an agreement. Please choose one of the files of the deal.',
  },
  one_deal_with_letter: {
    status: 409,
    message: 'Each deal needs its own letter for this status. Please change one deal at a time.',
  },
  run_not_draft: { status: 409, message: 'This run is no draft any more.' },
  run_not_approved: { status: 409, message: 'This run is not approved.' },
  run_changed: {
    status: 409,
    message: 'The draft has changed since you opened it. Please look at it again; nothing was approved.',
  },
  run_pays_own_postings: {
    status: 403,
    message: 'You posted payments that this run pays out, so somebody else has to approve it.',
  },
  run_pays_you: {
    status: 403,
    message: 'This run pays a syndicate of yours, so somebody else has to approve it.',
  },
  own_run: { status: 403, message: 'You prepared this run, so somebody else has to approve it.' },
  run_file_first: {
    status: 409,
    message:
      'Another run is approved and has no bank file yet. Please make its file first, or withdraw its approval.',
  },
  run_file_made: {
    status: 409,
    message: 'The bank file of this run is made, so it can no longer be reopened.',
  },
  run_settled: {
    status: 409,
    message:
      'Somebody has said that the bank has paid this run. Entries that came back are entered one by one.',
  },
  run_file_refused: {
    status: 409,
    message: 'The bank has not taken the file of this run. What was in it is paid by the next run.',
  },
  run_without_file: { status: 409, message: 'This run has no bank file.' },
  run_file_of_others: {
    status: 403,
    message: 'Only who made the bank file or approved the run can download it.',
  },
  run_file_downloaded: {
    status: 409,
    message: 'This file was downloaded already. To download it again, please say why.',
  },
  run_too_many_files: { status: 409, message: 'The bank takes at most 36 files a day.' },
  originator_missing: {
    status: 409,
    message:
      'Nobody has said and approved yet what a bank file says about the funder. An administrator can do it under Payouts.',
  },
  payout_unknown: { status: 422, message: 'No payout of yours has this trace number.' },
  return_file_unreadable: {
    status: 422,
    message: 'This is not a complete return file. Nothing was saved. Ask the bank to send it again.',
  },
  payout_return_brought_in: {
    status: 409,
    message: 'An approved run pays this money again already, so the return can no longer be taken back.',
  },
  payout_amount_differs: {
    status: 422,
    message: 'No payout with this trace number has this amount. Nothing was saved. Check both with the bank.',
  },
  return_code_unknown: {
    status: 422,
    message: 'This return code does not exist. Enter the code from the bank, such as R03.',
  },
  return_file_settled: {
    status: 409,
    message: 'Someone already entered or discarded these returns. Reload to see who.',
  },
  return_file_empty: {
    status: 409,
    message: 'No entry of this file is yours. Discard the file.',
  },
  return_changed: {
    status: 409,
    message: 'The return changed after you opened it. Nothing was saved. Review it and try again.',
  },
  notice_code_unknown: {
    status: 422,
    message: 'This notification code does not exist. Enter the code from the bank, such as C01.',
  },
  notice_received_otherwise: {
    status: 409,
    message:
      'A notification with this code was entered for this payment before, and says something else. Please check both with the bank.',
  },
  notice_incomplete: {
    status: 409,
    message:
      'This notification does not say all that its code is about, or nothing of an account, so it cannot be applied.',
  },
  notice_settled: {
    status: 409,
    message: 'This notification of change was applied or dismissed meanwhile.',
  },
  notice_outdated: {
    status: 409,
    message:
      'The account has changed since this payout was sent, so the notification is about an account that is not paid any more. Please dismiss it.',
  },
  notice_change_waiting: {
    status: 409,
    message:
      'A change of this bank account waits already. Once it has taken effect or is cancelled, the notification can be decided.',
  },
  asker_lost_permission: {
    status: 409,
    message: 'Who asked for this may no longer do so. Please turn it down, and ask for it anew.',
  },
  own_account: {
    status: 403,
    message: 'Nobody changes their own permissions or closes themselves. Please ask another administrator.',
  },
  last_administrator: {
    status: 409,
    message: 'Nobody else could look after people then. Please give somebody else that permission first.',
  },
  permission_not_yours: {
    status: 403,
    message:
      'You can only give permissions that you have yourself. Please ask an administrator who has them all.',
  },
  sessions_of_others_too: {
    status: 409,
    message:
      'This person signs in to another funder’s portal with the same account. Please ask whoever runs the portal to end the sessions.',
  },
  bank_change_settled: { status: 409, message: 'This change of bank account is no longer waiting.' },
  shares_exceed_deal: { status: 422, message: 'The participants would hold more than the whole deal.' },
  deal_already_paying: { status: 409, message: 'Payments of this deal have been paid out already.' },
  payment_conflict: { status: 409, message: 'A different payment was posted under this reference.' },
  payment_corrected: {
    status: 409,
    message:
      'This payment was corrected already. What the bank reports about it, and another correction, go under the reference of the payment that takes its place.',
  },
  payment_returned: {
    status: 409,
    message: 'The bank has returned this payment, so there is nothing left to correct.',
  },
  offer_not_accepted: {
    status: 409,
    message: 'The broker has not accepted this offer, so it cannot be funded.',
  },
  deal_already_funded: { status: 409, message: 'This deal is funded already.' },
  shares_exceed_cap: { status: 422, message: 'The accepted shares are more than the cap of the deal.' },
  funding_changed_meanwhile: {
    status: 409,
    message: 'The funding is not the one any more that was shown. Look at it again.',
  },
  payoff_exceeds_funding: {
    status: 422,
    message: 'The older deal owes more than this one brings, so it cannot be paid off from it.',
  },
  deal_changed_meanwhile: {
    status: 409,
    message: 'The deal is not as it was shown any more. Look at it again.',
  },
  payoff_posted_before: {
    status: 409,
    message: 'A payment of the older deal already has the reference of this payoff. Look at its payments.',
  },
  payment_changed_meanwhile: {
    status: 409,
    message: 'The payment is not the one any more that was shown. Look at it again.',
  },
  date_unlikely: {
    status: 422,
    message: 'The date is before 2000 or more than 90 days ahead. Please check the year.',
  },
  payment_before_funding: {
    status: 422,
    message: 'The date is before the day on which the deal was funded. Please check the date.',
  },
  payment_correction_same: { status: 422, message: 'The payment already has this amount and date.' },
  payment_exceeds_payback: {
    status: 422,
    message: 'The payment is larger than what the merchant still owes.',
  },
  terms_above_payback: {
    status: 422,
    message: 'One debit is more than the merchant pays back in all. Please check the amount.',
  },
  terms_before_funding: {
    status: 422,
    message: 'Terms cannot count before the day on which the deal was funded.',
  },
  first_debit_too_early: {
    status: 422,
    message: 'The first debit cannot be before the day from which the terms count.',
  },
  weekday_of_daily_terms: { status: 422, message: 'Only weekly debits have a weekday.' },
  pause_with_payment: {
    status: 422,
    message: 'A pause asks for nothing, and only a pause does: leave out what is debited, or give an amount.',
  },
  deal_not_paused: {
    status: 409,
    message: 'The deal is not paused on that day, so there is nothing to resume.',
  },
  no_cash_account: { status: 409, message: 'This syndicate has no cash account.' },
  cash_not_available: { status: 409, message: 'That much is not available in the cash account.' },
  cash_reference_taken: {
    status: 409,
    message: 'Another amount was entered under this reference already.',
  },
  cash_reason_missing: { status: 422, message: 'A fee and an adjustment need a reason.' },
  cash_entry_to_come: { status: 422, message: 'Only a deposit can be of a day to come.' },
  bank_account_new: {
    status: 409,
    message: 'A change of the bank account was requested. Nothing can be withdrawn for a while after that.',
  },
  as_of_too_long: {
    status: 422,
    message: 'More than 100,000 lines lie between these days. Please choose days that are closer together.',
  },
  withdrawal_unknown: { status: 422, message: 'No withdrawal was asked for under this reference.' },
  withdrawal_in_run: {
    status: 409,
    message:
      'This withdrawal is part of a payout that is approved already, so it can no longer be cancelled. Please contact us if it should not be paid.',
  },
  withdrawal_settled: { status: 409, message: 'This withdrawal is settled already.' },
  complete_through_to_come: {
    status: 422,
    message: 'Everything can be posted through a day only once that day has come.',
  },
  token_not_valid: {
    status: 401,
    message: 'This service token is unknown, expired or revoked.',
  },
  token_name_taken: { status: 409, message: 'Another service token has that name.' },
  link_over: { status: 409, message: 'This link has been used or has expired: there is nothing to revoke.' },
  invite_exists: { status: 409, message: 'The syndicate is invited to this deal on other terms already.' },
  scope_missing: { status: 403, message: 'This service token was not issued for that.' },
  tenant_exists: { status: 409, message: 'There is a tenant of that short name already.' },
  host_taken: { status: 409, message: 'Another tenant has that host name.' },
  host_elsewhere: { status: 422, message: 'That name does not lead to this portal.' },
  host_not_added: { status: 404, message: 'The tenant has no such host name.' },
  setting_invalid: { status: 422, message: 'A setting is not valid.' },
  settings_changed_meanwhile: {
    status: 409,
    message:
      'Somebody else has changed this meanwhile. Nothing was saved, and what you entered is still here.',
  },
  change_of_releaser: {
    status: 403,
    message:
      'You, or someone you let in within the last 72 hours, requested this change. Ask another person to release it, or wait until it takes effect.',
  },
  source_of_request: {
    status: 403,
    message:
      'You, or someone you let in within the last 72 hours, brought in what this request is about. Ask another person to decide it.',
  },
  broker_address_of_sender: {
    status: 403,
    message:
      'Within the last 72 hours you imported this broker or their e-mail address, or gave the deal this broker. Ask another person to send the link.',
  },
  second_person_needed: {
    status: 403,
    message: 'This takes two people: please ask for it, and somebody else approves it.',
  },
  protection_not_weaker: {
    status: 409,
    message: 'This would not make the protection weaker, so one person can do it. Please save it instead.',
  },
  sign_on_in_use: {
    status: 409,
    message:
      'This provider is in use. To change its issuer, its client or to add a domain, please remove it and set the new one up, which a second person approves.',
  },
  sign_on_not_tried: {
    status: 409,
    message:
      'Please sign in with single sign-on yourself first, and require it from that session. So nobody is locked out.',
  },
  sign_on_missing: { status: 409, message: 'Single sign-on is not set up, or nobody has approved it yet.' },
  token_over: { status: 409, message: 'This service token is revoked already.' },
  guests_not_yours: {
    status: 403,
    message:
      'Guests are looked after by somebody else of your syndicate. Your funder can give you this permission.',
  },
  guest_part_closed: { status: 403, message: 'Your guest access does not include this.' },
  guest_ended: {
    status: 403,
    message: 'Your guest access has ended. Whoever let you in can invite you again.',
  },
  guest_exists: {
    status: 409,
    message: 'This person is a guest of your syndicate already. Please change their access instead.',
  },
  guest_not_possible: {
    status: 409,
    message: 'This address cannot be a guest here. Please use another one, or ask your funder.',
  },
  guest_by_investor: {
    status: 409,
    message: 'This person was a guest. Only the investor whose book they read can invite them again.',
  },
  guest_not_waiting: { status: 409, message: 'This guest has accepted the invitation already.' },
  guest_until_invalid: {
    status: 422,
    message: 'The last day of access is today or later, and at most 400 days from now.',
  },
  guests_too_many: {
    status: 409,
    message: 'Your syndicate has 10 guests, which is the most. Please end the access of one first.',
  },
  guests_invited_often: {
    status: 429,
    message: 'Too many invitations were sent in a short time. Please try again later.',
  },
  user_unknown: { status: 404, message: 'The tenant has no such user.' },
  user_exists: { status: 409, message: 'This person is a user of the tenant already.' },
  user_is_closed: { status: 409, message: 'This user is closed.' },
  user_is_open: { status: 409, message: 'This user is not closed.' },
  user_has_password: {
    status: 409,
    message:
      'This user has accepted the invitation already, and can ask for a new password on the sign-in page.',
  },
  unlocked_too_often: {
    status: 429,
    message:
      'This user was unlocked often today. The lock ends by itself, and a new password by mail lifts it at once.',
  },
  user_has_no_password: {
    status: 409,
    message: 'This user has not accepted the invitation yet: please send it again instead.',
  },
  user_has_no_factor: { status: 409, message: 'This user has no second factor.' },
  factor_reset_pending: {
    status: 409,
    message: 'A reset of this user’s second factor is already waiting.',
  },
  factor_of_others_too: {
    status: 409,
    message:
      'This person signs in to another funder’s portal with the same account. Please ask whoever runs the portal to reset the second factor.',
  },
  factor_reset_settled: { status: 409, message: 'There is nothing left to cancel.' },
  user_signs_in_elsewhere: {
    status: 422,
    message: 'Only people of a syndicate sign in to this portal: there is no invitation for this role.',
  },
  syndicate_closed: { status: 409, message: 'This syndicate is closed, so it takes part in nothing new.' },
  syndicate_open: { status: 409, message: 'This syndicate is open already.' },
  run_pays_brought_in: {
    status: 403,
    message:
      'You, or somebody whom you gave a permission, added an investor in this run or invited its people. Somebody else has to approve it.',
  },
  abbreviation_taken: { status: 409, message: 'Another syndicate has this abbreviation. Each has its own.' },
  name_like_address: { status: 422, message: NAME_RULE },
  name_ambiguous: {
    status: 422,
    message:
      'The name has hidden characters, or letters of another alphabet that look like others. Please type it again.',
  },
  former_name_taken: {
    status: 409,
    message:
      'Another syndicate had this name or abbreviation before, and payments may still name it so. Please choose another one.',
  },
  own_id_taken: { status: 409, message: 'Another syndicate has been imported under this id.' },
  role_kept: {
    status: 422,
    message: 'Only the role of staff can be changed here. Please invite the person with the new role.',
  },
  syndicate_unknown: { status: 422, message: 'The tenant has no such syndicate.' },
  syndicate_needed: {
    status: 422,
    message: 'A user of the role syndication belongs to a syndicate, and no other user does.',
  },
  import_running: { status: 409, message: 'Another import is at work. Please try again when it is through.' },
  import_not_open: {
    status: 409,
    message: 'This import is at work or through, so nothing of it can be changed.',
  },
  import_changed: {
    status: 409,
    message: 'This import was changed in the meantime. Please look at it again.',
  },
  import_blocked: { status: 422, message: 'Something keeps this import from being carried out.' },
  import_field_unknown: {
    status: 422,
    message: 'The import has no such field. Please leave the column out.',
  },
  import_not_done: { status: 409, message: 'Only an import that is through can be undone.' },
  import_too_large: { status: 413, message: 'An import can have 1 GB at most. Please send it in parts.' },
  sheet_mapping_invalid: { status: 422, message: 'The file cannot be read by these columns.' },
  sheet_busy: { status: 409, message: 'The lines are being read or posted. Please try again in a moment.' },
  sheet_posted: { status: 409, message: 'This file has been posted, so nothing about it can be changed.' },
  sheet_changed: {
    status: 409,
    message: 'The lines were checked again in the meantime. Please look at them once more.',
  },
  sheet_waits: {
    status: 409,
    message:
      'Another file with some of the same lines is being posted. This one is checked again as soon as that is through.',
  },
  totals_differ: {
    status: 409,
    message: 'The file comes to another total than the processor’s. Please write why it is posted.',
  },
  nothing_to_post: { status: 409, message: 'No line of this file would be posted.' },
  line_settled: { status: 409, message: 'Somebody has settled this line already.' },
  line_unreadable: { status: 422, message: 'A cell of the line cannot be read.' },
  payment_suspected: {
    status: 409,
    message: 'It looks like another payment of the same deal, day and amount.',
  },
  line_needs_reason: {
    status: 409,
    message: 'Someone has to look at this line. Enter a reason to post it.',
  },
  line_amount_readable: {
    status: 409,
    message: 'The file has an amount for this line. Only one that cannot be read can be typed in.',
  },
  line_left_out: { status: 422, message: 'Left out by whoever posted the file.' },
  posting_running: {
    status: 409,
    message: 'This file is being posted. Please send it again in a moment: nothing is posted twice.',
  },
  no_report_day: { status: 422, message: 'There is no report of this day.' },
  not_rows: { status: 415, message: 'Rows are sent as text/csv or application/x-ndjson.' },
  too_many_downloads: {
    status: 429,
    message: 'Other downloads of yours are still running. Please try again when one has ended.',
  },
  server_busy: { status: 503, message: 'The portal is busy. Please try again in a moment.' },
  temporarily_unavailable: {
    status: 503,
    message: 'The portal is not available for a moment. Please try again shortly.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof refusals;
