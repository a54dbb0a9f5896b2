import { UsageProvider } from '../../runtime/usage/usage-provider.tsx';
import { PlanBadge } from './plan-badge.tsx';
import { UpgradePrompt } from './upgrade-prompt.tsx';
import { UsageMeter, UsagePercentLink } from './usage-meter.tsx';

// What the shell shows of usage. It is loaded apart, after the first paint, and brings its provider along.

/** The foot of the sidebar: how much of the plan is used. */
export function SidebarUsage() {
  return (
    <UsageProvider>
      <UpgradePrompt compact />
      <UsageMeter />
    </UsageProvider>
  );
}

export function AccountPlanBadge() {
  return (
    <UsageProvider>
      <PlanBadge />
    </UsageProvider>
  );
}

export function TopBarUsage() {
  return (
    <UsageProvider>
      <UsagePercentLink />
    </UsageProvider>
  );
}
