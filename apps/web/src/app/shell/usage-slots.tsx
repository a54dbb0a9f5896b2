import { type ComponentType, lazy, useEffect, useState } from 'react';
import { Optional } from './optional.tsx';

const load = () => import('../../features/usage/sidebar-usage.tsx');
const SidebarUsage = lazy(async () => ({ default: (await load()).SidebarUsage }));
const AccountPlanBadge = lazy(async () => ({ default: (await load()).AccountPlanBadge }));
const TopBarUsage = lazy(async () => ({ default: (await load()).TopBarUsage }));

let painted = false;

/** Usage is not what anybody waits for: its code and its calls come when the page has nothing better to do. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(painted);
  useEffect(() => {
    if (painted) return;
    const idle = window.requestIdleCallback ?? ((call: () => void) => window.setTimeout(call, 500));
    const cancel = window.cancelIdleCallback ?? window.clearTimeout;
    const waiting = idle(() => {
      painted = true;
      setPainted(true);
    });
    return () => cancel(waiting);
  }, []);
  return isPainted;
}

const slot = (Part: ComponentType) =>
  function Slot() {
    return usePainted() ? (
      <Optional>
        <Part />
      </Optional>
    ) : null;
  };

export const UsageSlot = slot(SidebarUsage);
export const PlanSlot = slot(AccountPlanBadge);
export const PercentSlot = slot(TopBarUsage);
