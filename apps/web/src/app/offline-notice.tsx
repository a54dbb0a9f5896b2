import { WifiOff } from 'lucide-react';
import { useOnline } from '../lib/use-online.ts';

export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status">
      {online ? null : (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-14 text-warning">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          You are offline. What is open here stays readable; the rest waits for the connection.
        </p>
      )}
    </div>
  );
}
