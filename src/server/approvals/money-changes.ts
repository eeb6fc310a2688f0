import type { contract } from '../../shared/contract/all.ts';
import type { Scope } from '../../shared/contract/scopes.ts';
import type { ApprovalKind } from '../../shared/domain/approvals.ts';
import type { MoneyLimit } from '../../shared/domain/money-limits.ts';
import type { StaffPermission } from '../../shared/domain/staff-permissions.ts';

type Contract = typeof contract;
export type EndpointName = { [F in keyof Contract]: `${F}.${keyof Contract[F] & string}` }[keyof Contract];

/** Above the limit: of one change, and of what the same person or token has moved alone that day. */
type SecondPerson = 'never' | 'above the limit' | 'always';

interface Rules {
  /** Of what is alone allowed without a second person. Null: no limit applies. */
  limit: MoneyLimit | null;
  secondPerson: SecondPerson;
  /** Why one person is enough, or why the second factor is not asked for. */
  why?: string;
}

interface AtDesk extends Rules {
  way: 'desk';
  endpoints: readonly EndpointName[];
  /** Beside `view-desk`. Null: the handler asks for what the thing needs. */
  needs: StaffPermission | null;
  freshFactor: boolean | 'for some changes';
  /** What another person approves where it takes two. */
  approvals?: readonly ApprovalKind[];
}

interface ByToken extends Rules {
  way: 'service token';
  endpoints: readonly EndpointName[];
  scope: Scope;
  approvals?: readonly ApprovalKind[];
}

interface ByInvestor extends Rules {
  way: 'investor';
  endpoints: readonly EndpointName[];
  freshFactor: boolean;
}

interface ByLink extends Rules {
  way: 'link';
  endpoints: readonly EndpointName[];
}

/** Whoever owns the installation. The trail names the machine's user. */
interface ByCommand extends Rules {
  way: 'command line';
  commands: readonly string[];
}

/** Does what was decided before. */
interface ByJob extends Rules {
  way: 'job';
  jobs: readonly string[];
}

export type Way = AtDesk | ByToken | ByInvestor | ByLink | ByCommand | ByJob;

interface MoneyChange {
  change: string;
  ways: readonly Way[];
}

const ALONE = { limit: null, secondPerson: 'never' } as const;
const TOKEN = { way: 'service token', ...ALONE, why: 'Two people have let the token work.' } as const;
const COMMANDS = { way: 'command line', ...ALONE, why: 'It is the installation’s owner.' } as const;
const JOBS = { way: 'job', ...ALONE, why: 'It does what was decided before.' } as const;
const ASKS = { way: 'desk', limit: null, secondPerson: 'always' } as const;
const APPROVES = { ...ASKS, needs: null, freshFactor: true } as const;
const ASKING_MOVES_NOTHING = 'Asking moves nothing. Who approves shows the second factor.';

/**
 * Who may move, restore or redirect money, by each way there is. A test compares it with the contract: an endpoint that changes something
 * stands here, or among those that move no money.
 */
export const MONEY_CHANGES: readonly MoneyChange[] = [
  {
    change: 'correct a payment',
    ways: [
      {
        way: 'desk',
        endpoints: ['deskCorrections.correct'],
        needs: 'post-payments',
        freshFactor: true,
        limit: 'corrections',
        secondPerson: 'above the limit',
        approvals: ['correct payment'],
      },
      {
        ...ASKS,
        endpoints: ['deskCorrections.askToCorrect'],
        needs: 'post-payments',
        freshFactor: false,
        approvals: ['correct payment'],
        why: ASKING_MOVES_NOTHING,
      },
      {
        way: 'service token',
        endpoints: ['operatorCorrections.correctPayment'],
        scope: 'post',
        limit: 'corrections',
        secondPerson: 'above the limit',
        approvals: ['correct payment'],
      },
    ],
  },
  {
    change: 'post the payments of a day',
    ways: [
      {
        way: 'desk',
        endpoints: ['deskPosting.postSheet', 'deskPayments.postLine'],
        needs: 'post-payments',
        freshFactor: true,
        ...ALONE,
        why: 'A bank’s file has returns every day, and money leaves by a payout run alone, which nobody approves who posted what it pays.',
      },
      { ...TOKEN, endpoints: ['operatorPosting.postDay'], scope: 'post' },
      { ...JOBS, jobs: ['post day sheet'] },
    ],
  },
  {
    change: 'change the status or the terms of a deal, also of several at once',
    ways: [
      {
        way: 'desk',
        endpoints: ['deskDealChanges.change'],
        needs: 'change-deals',
        freshFactor: 'for some changes',
        limit: 'write-offs',
        secondPerson: 'above the limit',
        why: 'Terms, and a status that neither ends a deal nor opens it again, are no money.',
      },
      {
        ...ASKS,
        endpoints: ['deskDealChanges.askToChange'],
        needs: 'change-deals',
        freshFactor: true,
        approvals: ['change deals'],
      },
      {
        way: 'service token',
        endpoints: ['operatorDealStatus.setDealStatus'],
        scope: 'post',
        limit: 'write-offs',
        secondPerson: 'above the limit',
        approvals: ['change deals'],
      },
      { ...TOKEN, endpoints: ['operatorDealTerms.changeTerms'], scope: 'post' },
    ],
  },
  {
    change: 'send an offer, and accept it',
    ways: [
      {
        way: 'desk',
        endpoints: ['deskLinks.issueLink'],
        needs: 'send-offers',
        freshFactor: false,
        ...ALONE,
        why: 'The link goes to the broker’s mailbox alone. Nothing moves before the deal is funded.',
      },
      {
        ...ASKS,
        endpoints: ['deskLinks.askForLink'],
        needs: 'send-offers',
        freshFactor: false,
        approvals: ['give out offer link'],
        why: ASKING_MOVES_NOTHING,
      },
      { ...TOKEN, endpoints: ['operatorLinks.issueLink'], scope: 'links' },
      { way: 'link', endpoints: ['offers.acceptOffer'], ...ALONE, why: 'The broker holds the link alone.' },
    ],
  },
  {
    change: 'take a share before a deal is funded',
    ways: [
      {
        way: 'investor',
        endpoints: ['invites.acceptPreFunding'],
        freshFactor: false,
        ...ALONE,
        why: 'Nothing moves before the deal is funded, which the staff do.',
      },
    ],
  },
  {
    change: 'fund a deal',
    ways: [
      {
        way: 'desk',
        endpoints: ['deskFunding.fund'],
        needs: 'send-offers',
        freshFactor: true,
        limit: 'funding',
        secondPerson: 'above the limit',
      },
      {
        ...ASKS,
        endpoints: ['deskFunding.askToFund'],
        needs: 'send-offers',
        freshFactor: true,
        approvals: ['fund deal'],
      },
    ],
  },
  {
    change: 'pay a payout run',
    ways: [
      {
        way: 'desk',
        endpoints: ['deskPayouts.approve'],
        needs: 'approve-money',
        freshFactor: true,
        limit: null,
        secondPerson: 'always',
        why: 'It is the second person: nobody approves a run that they prepared, or whose payments they posted.',
      },
      {
        way: 'desk',
        endpoints: ['deskPayouts.makeFile', 'deskPayouts.settle'],
        needs: 'prepare-payouts',
        freshFactor: true,
        ...ALONE,
        why: 'Another person has approved the run.',
      },
      {
        way: 'desk',
        endpoints: ['deskPayouts.downloadFile'],
        needs: null,
        freshFactor: true,
        ...ALONE,
        why: 'Another person has approved the run. Only who made the file or approved the run gets it.',
      },
      {
        way: 'desk',
        endpoints: ['deskPayouts.prepare', 'deskPayouts.discard'],
        needs: 'prepare-payouts',
        freshFactor: false,
        ...ALONE,
        why: 'A draft moves nothing.',
      },
      {
        way: 'desk',
        endpoints: ['deskPayouts.withdrawApproval'],
        needs: 'approve-money',
        freshFactor: false,
        ...ALONE,
        why: 'It keeps money from moving.',
      },
    ],
  },
  {
    change: 'pay a payout run without some of its investors',
    ways: [
      {
        ...ASKS,
        endpoints: ['deskPayouts.leaveOut'],
        needs: 'approve-money',
        freshFactor: true,
        approvals: ['leave investors out'],
      },
    ],
  },
  {
    change: 'restore what a bank file has not paid',
    ways: [
      {
        ...ASKS,
        endpoints: ['deskPayouts.takeBackSettlement'],
        needs: 'prepare-payouts',
        freshFactor: true,
        approvals: ['take back settlement'],
      },
      {
        ...ASKS,
        endpoints: ['deskPayouts.refuseFile'],
        needs: 'prepare-payouts',
        freshFactor: true,
        approvals: ['payout file refused'],
      },
      {
        way: 'desk',
        endpoints: ['deskReturns.enter', 'deskReturns.takeBack'],
        needs: 'prepare-payouts',
        freshFactor: true,
        limit: 'corrections',
        secondPerson: 'above the limit',
      },
      {
        ...ASKS,
        endpoints: ['deskReturns.askToEnter'],
        needs: 'prepare-payouts',
        freshFactor: true,
        approvals: ['enter returns'],
      },
      {
        ...ASKS,
        endpoints: ['deskReturns.askToTakeBack'],
        needs: 'prepare-payouts',
        freshFactor: true,
        approvals: ['take back return'],
      },
    ],
  },
  {
    change: 'say where payouts go',
    ways: [
      {
        way: 'investor',
        endpoints: ['profile.changeBankAccount'],
        freshFactor: true,
        ...ALONE,
        why: 'It waits, everybody who is concerned is told, and each of them can cancel it.',
      },
      {
        way: 'investor',
        endpoints: ['profile.cancelBankChange'],
        freshFactor: false,
        ...ALONE,
        why: 'Money goes where it went before.',
      },
      {
        way: 'link',
        endpoints: ['profile.cancelBankChangeByLink'],
        ...ALONE,
        why: 'Money goes where it went before.',
      },
      {
        way: 'desk',
        endpoints: ['deskInvestors.cancelBankChange'],
        needs: 'manage-people',
        freshFactor: false,
        ...ALONE,
        why: 'Money goes where it went before.',
      },
      {
        ...ASKS,
        endpoints: ['deskInvestors.askToRelease'],
        needs: 'manage-people',
        freshFactor: false,
        approvals: ['release bank change'],
        why: ASKING_MOVES_NOTHING,
      },
      {
        way: 'desk',
        endpoints: ['deskPayouts.describeAccount', 'deskPayouts.confirmAccount'],
        needs: 'prepare-payouts',
        freshFactor: true,
        ...ALONE,
        why: 'The numbers of the account stay.',
      },
      {
        ...ASKS,
        endpoints: ['deskChangeNotices.apply'],
        needs: 'prepare-payouts',
        freshFactor: true,
        approvals: ['apply change notice'],
      },
      {
        way: 'desk',
        endpoints: ['deskChangeNotices.enter', 'deskChangeNotices.dismiss'],
        needs: 'prepare-payouts',
        freshFactor: false,
        ...ALONE,
        why: 'A notice changes no account before two people follow it.',
      },
      {
        ...ASKS,
        endpoints: ['deskPayouts.nameOriginator'],
        needs: 'change-settings',
        freshFactor: true,
        approvals: ['use payout originator'],
      },
      { ...TOKEN, endpoints: ['operatorBankChanges.cancelBankChange'], scope: 'payout-accounts' },
      { ...COMMANDS, commands: ['import'] },
      { ...JOBS, jobs: ['apply bank change'] },
    ],
  },
  {
    change: 'move cash of an investor',
    ways: [
      {
        way: 'investor',
        endpoints: ['cash.requestWithdrawal'],
        freshFactor: true,
        ...ALONE,
        why: 'It leaves by a payout run, which two people of the staff approve.',
      },
      {
        way: 'investor',
        endpoints: ['cash.cancelWithdrawal'],
        freshFactor: false,
        ...ALONE,
        why: 'The money stays in the account.',
      },
      {
        way: 'service token',
        endpoints: ['operatorCash.recordCashEntry'],
        scope: 'cash',
        limit: 'corrections',
        secondPerson: 'above the limit',
        approvals: ['record cash entry'],
      },
      { ...TOKEN, endpoints: ['operatorCash.enterWithdrawal'], scope: 'cash' },
      {
        way: 'service token',
        endpoints: ['operatorCash.settleWithdrawal'],
        scope: 'cash',
        limit: 'corrections',
        secondPerson: 'above the limit',
        why: 'What an investor asked for has no limit: its money leaves for the account of the investor.',
      },
      { ...COMMANDS, commands: ['cash'] },
    ],
  },
  {
    change: 'set the fees of an investor',
    ways: [
      {
        way: 'desk',
        endpoints: ['deskInvestors.addInvestor'],
        needs: 'manage-people',
        freshFactor: true,
        ...ALONE,
        why: 'A new investor owns nothing yet.',
      },
      {
        way: 'desk',
        endpoints: ['deskInvestors.changeInvestor'],
        needs: 'manage-people',
        freshFactor: true,
        ...ALONE,
        why: 'It counts for shares that are taken from then on.',
      },
    ],
  },
  {
    change: 'import the book, and undo an import',
    ways: [
      {
        way: 'desk',
        endpoints: ['deskImports.confirm', 'deskImports.undo'],
        needs: 'import-book',
        freshFactor: true,
        limit: 'corrections',
        secondPerson: 'above the limit',
        why: 'What it changes asks for its own permissions and limits (import-asks.ts). A new book is brought in as a whole.',
      },
      {
        way: 'service token',
        endpoints: ['operatorImports.importRows'],
        scope: 'import',
        limit: 'corrections',
        secondPerson: 'above the limit',
        why: 'As at the desk. What takes two is refused, and imported there.',
      },
      { ...COMMANDS, commands: ['import'] },
      { ...JOBS, jobs: ['carry out import run', 'undo import run'] },
    ],
  },
  {
    change: 'set the limits and the waiting times of all this',
    ways: [
      {
        way: 'desk',
        endpoints: ['deskSettings.changeSettings'],
        needs: 'change-settings',
        freshFactor: true,
        limit: null,
        secondPerson: 'always',
        why: 'It is refused where it makes a protection weaker.',
      },
      {
        ...ASKS,
        endpoints: ['deskSettings.askToWeaken'],
        needs: 'change-settings',
        freshFactor: false,
        approvals: [
          'raise correction limit',
          'raise write-off limit',
          'raise funding limit',
          'shorten bank change hold',
          'stop checking cash',
        ],
        why: ASKING_MOVES_NOTHING,
      },
      { ...TOKEN, endpoints: ['operatorSettings.changeSettings'], scope: 'settings' },
      { ...COMMANDS, commands: ['tenant'] },
    ],
  },
  {
    change: 'let a system move money',
    ways: [
      {
        ...ASKS,
        endpoints: ['deskTokens.issueToken'],
        needs: 'change-settings',
        freshFactor: true,
        approvals: ['use service token'],
      },
      { ...COMMANDS, commands: ['token'] },
    ],
  },
  {
    change: 'approve what another person asks for',
    ways: [{ ...APPROVES, endpoints: ['deskApprovals.approve'] }],
  },
];

/** What moves no money, of the calls that change something: a whole feature, or calls by name. */
export const MOVES_NO_MONEY: readonly {
  why: string;
  endpoints: readonly (EndpointName | keyof Contract)[];
}[] = [
  {
    why: 'signs people in and protects their accounts',
    endpoints: ['auth', 'passwords', 'secondFactor', 'sessions', 'invitations'],
  },
  {
    why: 'says who may see or do what, which moves nothing by itself',
    endpoints: [
      'deskPeople',
      'operatorUsers',
      'guests',
      'deskGuests',
      'deskSignOn',
      'deskTokens.revokeToken',
    ],
  },
  {
    why: 'sends words and files',
    endpoints: [
      ...(['deskDocuments', 'operatorDocuments', 'deskFiles', 'deskNotes', 'deskRequests'] as const),
      ...(['inviteThreads', 'invites.requestAdjustment', 'fcs', 'notifications', 'since'] as const),
      ...(['offers.stageFile', 'offers.fileUploaded', 'offers.removeStagedFile'] as const),
    ],
  },
  {
    why: 'prepares what is confirmed by another call',
    endpoints: [
      ...(['deskImports.start', 'deskImports.announceFile', 'deskImports.fileUploaded'] as const),
      ...(['deskImports.plan', 'deskPosting.announceSheet', 'deskPosting.sheetUploaded'] as const),
      ...(['deskPosting.mapSheet', 'deskPosting.decideLine', 'deskPosting.stateTotal'] as const),
      ...(['deskPosting.acceptLines', 'deskPosting.discardSheet'] as const),
      ...(['deskCorrections.previewCorrection', 'deskDealChanges.previewChange'] as const),
      ...(['deskFunding.previewFunding', 'deskPayments.dropLine'] as const),
      ...(['deskReturns.read', 'deskReturns.type', 'deskReturns.discard'] as const),
    ],
  },
  {
    why: 'says no to something, takes it back or reminds of it',
    endpoints: [
      ...(['deskApprovals.reject', 'deskApprovals.withdraw', 'deskApprovals.remind'] as const),
      ...(['deskPayouts.remind', 'deskLinks.revokeLink', 'operatorLinks.revokeLink'] as const),
    ],
  },
  {
    why: 'closes an investor or opens one again: what is owed stays owed, and goes where it went',
    endpoints: ['deskInvestors.closeInvestor', 'deskInvestors.reopenInvestor'],
  },
  {
    why: 'changes how a person is reached, what they see, or what the portal warns of',
    endpoints: ['profile.updateContact', 'profile.revealBankNumbers', 'insights'],
  },
  {
    why: 'reads a merchant’s bank, where payouts never go',
    endpoints: ['bankLink'],
  },
  {
    why: 'runs again or gives up what was decided before, checks, reports',
    endpoints: [
      'deskBoard',
      'deskDifferences',
      'operatorReconciliation',
      'operatorReports',
      'browserFailures',
    ],
  },
];

/** What takes two people for another reason than money. */
export const APPROVALS_WITHOUT_MONEY: readonly ApprovalKind[] = [
  'reset second factor',
  'stop requiring second factor',
  'disclose accounts',
  'raise staff idle limit',
  'shorten retention',
  'shorten deal records',
  'stop requiring single sign-on',
  'use sign-on provider',
];
