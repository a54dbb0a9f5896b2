import {
  Compass,
  FileInput,
  Gauge,
  House,
  LayoutDashboard,
  Library,
  ListTodo,
  type LucideIcon,
  NotebookText,
  Sparkles,
  SquareDashedKanban,
  Users,
  WandSparkles,
} from 'lucide-react';
import { screenToComeAt } from '../../runtime/feature-flags/screen-to-come-at.ts';

export interface NavigationItem {
  name: string;
  href: string;
  icon: LucideIcon;
  requireAuth: boolean;
  /** A screen that is not built yet counts as `comingSoon`, whatever stands here: see `statusOf`. */
  status?: 'new' | 'beta' | 'comingSoon';
  submenu?: readonly NavigationItem[];
}

export const navigationItems: readonly NavigationItem[] = [
  { name: 'Home', href: '/', icon: House, requireAuth: false },
  { name: 'Dashboard', href: '/dashboard', icon: LayoutDashboard, requireAuth: true },
  {
    name: 'PKM Hub',
    href: '/pkm-hub',
    icon: Library,
    requireAuth: true,
    submenu: [{ name: 'Cornell Notes', href: '/cornell-notes', icon: NotebookText, requireAuth: true }],
  },
  { name: 'Knowledge Canvas', href: '/canvas', icon: SquareDashedKanban, requireAuth: true, status: 'new' },
  { name: 'To-Do List', href: '/todos', icon: ListTodo, requireAuth: true },
  { name: 'Community', href: '/community', icon: Users, requireAuth: false, status: 'beta' },
  { name: 'Explore', href: '/explore', icon: Compass, requireAuth: false, status: 'new' },
  { name: 'AI Transform', href: '/transform', icon: WandSparkles, requireAuth: true },
  { name: 'Import', href: '/import', icon: FileInput, requireAuth: true },
];

/** Below the rest, in smaller type. */
export const accountItems: readonly NavigationItem[] = [
  { name: 'Usage', href: '/profile#usage', icon: Gauge, requireAuth: true },
  { name: 'Upgrade to Plus', href: '/pricing', icon: Sparkles, requireAuth: false },
];

export const statusOf = (item: NavigationItem): NavigationItem['status'] =>
  screenToComeAt(item.href) ? 'comingSoon' : item.status;
