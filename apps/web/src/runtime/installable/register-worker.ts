/** How often a page that stays open looks for a newer version. */
const lookAgainMs = 60 * 60 * 1000;

/** The worker at `/service-worker.js`, once the page has loaded. Nothing in a browser that keeps nothing, or has no workers. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const container = (navigator as Partial<Navigator>).serviceWorker;
  if (!container || !import.meta.env.PROD) return;
  try {
    const registration = await container.register('/service-worker.js', { scope: '/', updateViaCache: 'none' });
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

/** What this page had loaded before there was a worker to keep it. */
async function tellWhatWasLoaded(container: ServiceWorkerContainer): Promise<void> {
  const { active } = await container.ready;
  // From the moment on that it controls this page, it sees for itself what is loaded.
  if (!container.controller) {
    await new Promise((resolve) => container.addEventListener('controllerchange', resolve, { once: true }));
  }
  const paths = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
  active?.postMessage({ type: 'KEEP_USED', paths });
}
