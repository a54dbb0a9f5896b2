/** How often a page that stays open looks for a newer version. */
const lookAgainMs = 60 * 60 * 1000;

/** The worker at `/service-worker.js`, once the page has loaded. Nothing in a browser that keeps nothing, or has no workers. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const container = (navigator as Partial<Navigator>).serviceWorker;
  if (!container || !import.meta.env.PROD) return;
  try {
    const registration: ServiceWorkerRegistration | undefined = await container.register('/service-worker.js', {
      scope: '/',
      updateViaCache: 'none',
    });
    // A browser in which workers are switched off by a policy may answer with nothing.
    if (!registration) return;
    void tellWhatWasLoaded(container);
    setInterval(() => {
      if (document.visibilityState === 'visible') void registration.update().catch(() => {});
    }, lookAgainMs);
    return registration;
  } catch {
    // Refused by the browser, or the server has another build at this moment: the next page tries again.
    return;
  }
}

/** What this page loads, or had loaded, without the worker seeing it: also what was under way when it took over. */
async function tellWhatWasLoaded(container: ServiceWorkerContainer): Promise<void> {
  const { active } = await container.ready;
  const observer = new PerformanceObserver((list) => {
    const paths = list
      .getEntries()
      .filter((entry) => (entry as PerformanceResourceTiming).workerStart === 0)
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname);
    if (paths.length > 0) active?.postMessage({ type: 'KEEP_USED', paths });
  });
  observer.observe({ type: 'resource', buffered: true });
}
