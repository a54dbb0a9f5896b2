import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';

export function NotFoundScreen() {
  return (
    <Page title="Page not found" width="form">
      <p className="mb-6">There is nothing at this address.</p>
      <Link to="/" className={buttonClass('primary')}>
        Back to Home
      </Link>
    </Page>
  );
}
