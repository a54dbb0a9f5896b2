import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConfigError } from '../data/public-config.ts';
import { isChunkFailure, planChunkReload, reloadAfterMs } from '../runtime/chunk-failure.ts';
import { type ConnectionView, useConnection } from '../runtime/connection/use-connection.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { AuthenticationRequired } from './authentication-required.tsx';
import { AuthenticationRequiredError, SessionUnknownError } from './guards.ts';

const reload = () => window.location.reload();

/** What is shown instead of a screen that could not be shown. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  if (error instanceof AuthenticationRequiredError) return <AuthenticationRequired />;
  if (error instanceof ConfigError) {
    return (
      <Page title="Something went wrong. Please refresh the page." width="form">
        <Banner tone="danger">{error.message}</Banner>
      </Page>
    );
  }
  if (error instanceof SessionUnknownError) {
    return (
      <Page title="Authentication Error" width="form">
        <p className="mb-6">There was an issue with authentication. Please try refreshing the page.</p>
        <Button onClick={reload}>Refresh Page</Button>
      </Page>
    );
  }
  if (isChunkFailure(error)) return <ChunkFailureScreen />;
  return (
    <Page title="Learning Experience Temporarily Unavailable" width="form">
      <p className="mb-6">Something on this screen went wrong. Your progress is safe.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={reload}>Refresh Page</Button>
        <a href="/dashboard" className={buttonClass('quiet')}>
          Go to Dashboard
        </a>
      </div>
    </Page>
  );
}

const sentences: Record<ConnectionView, string> = {
  online: 'A newer version of Cairn is there, or the connection broke off. What you saved is safe.',
  offline: 'This part of Cairn is not on this device yet, and you are offline. What you saved is safe.',
  unreachable:
    'This part of Cairn is not on this device yet, and the server cannot be reached. What you saved is safe.',
};

function ChunkFailureScreen() {
  const view = useConnection();
  useEffect(() => {
    planChunkReload(reloadAfterMs.boundary);
  }, []);
  return (
    <Page title="Updating Learning Experience" width="form">
      <p className="mb-6">{sentences[view]}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={reload}>Restore Learning Session</Button>
        <Button look="quiet" onClick={() => window.history.back()}>
          Return to Previous Page
        </Button>
      </div>
    </Page>
  );
}
