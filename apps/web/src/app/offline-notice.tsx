import { ServerOff, WifiOff } from 'lucide-react';
import { connection } from '../runtime/connection/connection.ts';
import { useConnection } from '../runtime/connection/use-connection.ts';

/** A line above every screen while there is no network, or no server that answers. */
export function OfflineNotice() {
  const view = useConnection();
  return (
    <div role="status">
      {view === 'online' ? null : (
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-warning-soft px-4 py-2 text-14 text-warning">
          {view === 'offline' ? (
            <p className="flex items-center gap-2">
              <WifiOff aria-hidden className="size-4 shrink-0" />
              You are offline. What is open here stays readable; the rest waits for the connection.
            </p>
          ) : (
            <>
              <p className="flex items-center gap-2">
                <ServerOff aria-hidden className="size-4 shrink-0" />
                The server cannot be reached. What is open here stays readable; we keep trying.
              </p>
              <button
                type="button"
                onClick={() => connection().lookAgain()}
                className="min-h-11 rounded-6 px-2 font-semibold underline underline-offset-2 pointer-fine:min-h-8"
              >
                Try now
              </button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
