import { Link } from '@tanstack/react-router';
import { stopAsking } from '../../runtime/interest.ts';
import type { ScreenToCome } from '../../runtime/screens-to-come.ts';
import { buttonClass } from '../../ui/button.tsx';

export const interestTitle = ({ feature }: ScreenToCome) => `${feature} is on the way`;

export const interestPromise =
  'It is not here yet. Once it is, it opens at this place, with nothing for you to set up.';

/** What somebody can do instead, today. */
export function Meanwhile({ screen }: { screen: ScreenToCome }) {
  const { label, href } = screen.meanwhile ?? { label: 'Go to Dashboard', href: '/dashboard' };
  return (
    <Link to={href} onClick={stopAsking} className={buttonClass('primary')}>
      {label}
    </Link>
  );
}
