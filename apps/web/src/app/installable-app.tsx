import { lazy, useEffect, useState } from 'react';
import { Optional } from './shell/optional.tsx';

const InstallSurfaces = lazy(async () => ({
  default: (await import('../features/install/install-surfaces.tsx')).InstallSurfaces,
}));

/** Comes after the page has loaded and has nothing better to do. */
export function InstallableApp() {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const whenIdle = window.requestIdleCallback ?? ((call: () => void) => setTimeout(call, 1000));
    const loaded = () => void whenIdle(() => setIdle(true));
    if (document.readyState === 'complete') loaded();
    else window.addEventListener('load', loaded, { once: true });
    return () => window.removeEventListener('load', loaded);
  }, []);
  return idle ? (
    <Optional>
      <InstallSurfaces />
    </Optional>
  ) : null;
}
