import { ProfileScreen } from '../../features/profile/profile-screen.tsx';

export function Profile() {
  return <ProfileScreen plan={null} usage={null} />;
}
