import {
  type Icon,
  IconBuildingBank,
  IconCash,
  IconFiles,
  IconFileText,
  IconHelpCircle,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLink,
  IconMessage2,
  IconReceipt,
  IconSettings,
  IconTableImport,
  IconUsers,
} from '@tabler/icons-react';
import type { DeskPageName } from '../../../shared/desk-pages.ts';
import type { StaffPermission } from '../../../shared/domain/staff-permissions.ts';

export interface NavItem {
  page: DeskPageName;
  label: string;
  icon: Icon;
  needs: StaffPermission;
  /** Pressed after `g`, it leads there. */
  letter: string;
  /** Those from here on stand apart. */
  isLater?: true;
}

/** The pages that the desk's navigation leads to, in its order. */
export const NAV: readonly NavItem[] = [
  { page: 'board', label: 'Board', icon: IconLayoutDashboard, needs: 'view-desk', letter: 'b' },
  { page: 'payments', label: 'Payments', icon: IconReceipt, needs: 'view-desk', letter: 'p' },
  { page: 'payouts', label: 'Payouts', icon: IconCash, needs: 'view-desk', letter: 'o' },
  { page: 'deals', label: 'Deals', icon: IconFileText, needs: 'view-desk', letter: 'd' },
  { page: 'submissions', label: 'Submissions', icon: IconInbox, needs: 'view-desk', letter: 's' },
  { page: 'links', label: 'Links', icon: IconLink, needs: 'view-desk', letter: 'l' },
  { page: 'requests', label: 'Requests', icon: IconMessage2, needs: 'view-desk', letter: 'r' },
  { page: 'investors', label: 'Investors', icon: IconBuildingBank, needs: 'view-desk', letter: 'i' },
  { page: 'documents', label: 'Documents', icon: IconFiles, needs: 'view-desk', letter: 'c' },
  { page: 'imports', label: 'Import', icon: IconTableImport, needs: 'import-book', letter: 'm' },
  { page: 'why', label: 'Why this number', icon: IconHelpCircle, needs: 'view-desk', letter: 'w' },
  { page: 'people', label: 'People', icon: IconUsers, needs: 'view-desk', letter: 'e' },
  { page: 'audit', label: 'Audit', icon: IconHistory, needs: 'view-audit', letter: 'a', isLater: true },
  { page: 'settings', label: 'Settings', icon: IconSettings, needs: 'change-settings', letter: 't' },
];
