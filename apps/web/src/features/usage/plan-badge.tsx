import { Crown } from 'lucide-react';
import { useTier } from '../../runtime/usage/usage-provider.tsx';
import { Badge } from '../../ui/badge.tsx';

/** Nothing, while nobody is signed in or the plan is not known. */
export function PlanBadge() {
  const tier = useTier();
  if (!tier) return null;
  return tier.plan === 'plus' ? (
    <Badge tone="accent">
      <Crown aria-hidden />
      Plus Plan
    </Badge>
  ) : (
    <Badge>Free Plan</Badge>
  );
}
