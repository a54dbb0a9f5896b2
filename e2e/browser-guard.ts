import type { BrowserContext } from '@playwright/test';

/** Everything that went wrong inside the browser, whether or not a person would have noticed. */
export interface BrowserGuard {
  /** From now on console lines that match are expected, e.g. the browser's own note about a 404. */
  allow(pattern: RegExp): void;
  problems(): string[];
}

declare global {
  interface Window {
    reportCspViolation(description: string): void;
  }
}

export async function guardBrowser(context: BrowserContext, serverUrl: string): Promise<BrowserGuard> {
  const problems: string[] = [];
  // The script below is refused by the frame in which the mailbox shows a mail: as it should be.
  const allowed: RegExp[] = [/^console: Blocked script execution in '[^']*\/api\/mailbox\/[^']*'/];
  const add = (problem: string) => {
    if (!allowed.some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') add(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => add(`page: ${error.error().stack ?? error.error().message}`));
  await context.exposeFunction('reportCspViolation', (description: string) => add(`CSP: ${description}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      window.reportCspViolation(
        `${event.violatedDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  // Pictures of articles may stand anywhere on the web. No test reaches it.
  await context.route(
    (url) => url.protocol.startsWith('http') && url.hostname !== new URL(serverUrl).hostname,
    (route) => route.fulfill({ contentType: 'image/gif', body: transparentPixel }),
  );
  return { allow: (pattern) => allowed.push(pattern), problems: () => problems };
}

const transparentPixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
