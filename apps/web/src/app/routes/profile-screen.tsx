import { ProfileScreen } from '../../features/profile/profile-screen.tsx';
import { AccountPlanBadge } from '../../features/usage/sidebar-usage.tsx';
import { UsageDetail } from '../../features/usage/usage-detail.tsx';

/** Who somebody is here, with their plan and what of it is used. */
export function Profile() {
  return <ProfileScreen plan={<AccountPlanBadge />} usage={<UsageDetail />} />;
}
