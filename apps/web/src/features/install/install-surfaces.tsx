import { Share, SquarePlus, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { thisBrowser } from '../../runtime/environment.ts';
import { type AppUpdate, createAppUpdate } from '../../runtime/installable/app-update.ts';
import { installOffer } from '../../runtime/installable/install-offer.ts';
import { createInstallable, type Installable } from '../../runtime/installable/installable.ts';
import { registerWorker } from '../../runtime/installable/register-worker.ts';
import { keepTyped } from '../../runtime/keep-typed.ts';
import { Mark } from '../../ui/brand.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

let made: Installable | undefined;

/** One for the page, whatever is mounted: what has been answered is answered. */
function installable(): Installable {
  const { clock, local, storageBlocked } = thisBrowser();
  const { userAgent, maxTouchPoints, standalone } = navigator as Navigator & { standalone?: boolean };
  made ??= createInstallable({
    clock,
    local,
    storageBlocked,
    offer: installOffer,
    standalone: standalone === true || window.matchMedia('(display-mode: standalone)').matches,
    // An iPad says that it is a Mac; no Mac has a touch screen.
    ios: /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1),
    onInstalled: (call) => {
      window.addEventListener('appinstalled', call);
      return () => window.removeEventListener('appinstalled', call);
    },
  });
  return made;
}

let updating: Promise<AppUpdate | undefined> | undefined;

function appUpdate(): Promise<AppUpdate | undefined> {
  updating ??= registerWorker().then((registration) =>
    registration
      ? createAppUpdate(
          thisBrowser().clock,
          navigator.serviceWorker,
          registration,
          () => void keepTyped().then(() => window.location.reload()),
        )
      : undefined,
  );
  return updating;
}

/** What the installable app has to say: the offer to install it, how to do that on an iPhone, and that there is a newer version. */
export function InstallSurfaces() {
  const app = installable();
  const { prompt, ios } = useStore(app.view);
  const [update, setUpdate] = useState<AppUpdate>();
  useEffect(() => {
    // Not in a browser that keeps nothing.
    if (!thisBrowser().storageBlocked) void appUpdate().then((known) => setUpdate(known));
  }, []);
  return (
    <>
      <div
        role="status"
        data-thumb-bar
        className="pointer-events-none fixed inset-x-3 bottom-[calc(0.75rem+max(var(--bottom-bar,0px),env(safe-area-inset-bottom)))] z-30 mx-auto grid max-w-md gap-3 sm:end-4 sm:start-auto sm:mx-0 sm:w-96 print:hidden"
      >
        {update ? <UpdateBanner update={update} /> : null}
        {prompt ? (
          <Offer title="Install Cairn" onClose={app.dismissPrompt}>
            <p>It opens in a window of its own, also without a connection, and takes links that you share with it.</p>
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => void app.install()}>Install</Button>
              <Button look="quiet" onClick={app.dismissPrompt}>
                Not now
              </Button>
            </div>
          </Offer>
        ) : null}
      </div>
      <Sheet
        open={ios}
        onOpenChange={(open) => {
          if (!open) app.dismissIos();
        }}
        side="bottom"
        title="Install Cairn on this device"
      >
        <ol className="mb-5 grid list-decimal gap-3 ps-5">
          <li>
            Tap <Share aria-hidden className="inline size-5 text-accent" /> <strong>Share</strong> in the browser's bar.
          </li>
          <li>
            Choose <SquarePlus aria-hidden className="inline size-5 text-accent" /> <strong>Add to Home Screen</strong>.
          </li>
          <li>
            Tap <strong>Add</strong>. Cairn then opens from your home screen, also without a connection.
          </li>
        </ol>
        <Button onClick={app.dismissIos} className="w-full">
          Got it
        </Button>
      </Sheet>
    </>
  );
}

function UpdateBanner({ update }: { update: AppUpdate }) {
  if (!useStore(update.shown)) return null;
  return (
    <Offer title="Update available" onClose={update.dismiss}>
      <p>A newer version of Cairn is ready. What you have written is kept.</p>
      <div>
        <Button onClick={update.refresh}>Refresh</Button>
      </div>
    </Offer>
  );
}

/** What the app itself has to say, under its own mark. */
function Offer({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <div className="pointer-events-auto flex items-start gap-3 rounded-16 border border-line bg-raised p-4 text-14 shadow-float">
      <Mark className="size-8 shrink-0 text-accent" />
      <div className="grid min-w-0 flex-1 gap-3">
        <p className="-mb-2 text-16 font-semibold">{title}</p>
        {children}
      </div>
      <IconButton label="Close" icon={<X aria-hidden />} onClick={onClose} className="-my-1.5 -me-1.5" />
    </div>
  );
}
