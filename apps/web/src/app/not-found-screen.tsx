import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

export function NotFoundScreen() {
  return (
    <Page title="Page not found" width="form">
      <EmptyState
        action={
          <Link to="/" className={buttonClass('primary')}>
            Back to Home
          </Link>
        }
      >
        There is nothing at this address.
      </EmptyState>
    </Page>
  );
}
