import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { exportAccount } from '../../data/account.ts';
import { isAbort } from '../../data/request.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notifications.ts';
import { Progress } from '../../ui/progress.tsx';

const megabytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const kilobytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
const inWords = (bytes: number) =>
  bytes < 1_000_000 ? kilobytes.format(bytes / 1000) : megabytes.format(bytes / 1_000_000);

/** Everything of the account in one archive. */
export function ExportSection() {
  const [received, setReceived] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setReceived(0);
    try {
      const archive = await exportAccount(setReceived, controller.signal);
      saveFile(archive, `cairn-export-${new Date().toISOString().slice(0, 10)}.zip`);
      notify({ type: 'success', message: `Your export is downloaded (${inWords(archive.size)}).` });
    } catch (error) {
      if (!isAbort(error))
        setProblem(error instanceof Error ? error.message : 'The export did not work. Please try again.');
    } finally {
      if (running.current === controller) running.current = undefined;
      setReceived(undefined);
    }
  };

  return (
    <div className="grid max-w-xl gap-4">
      <p className="text-14">
        One zip file with everything of yours: notes and articles as Markdown to read anywhere, and all of it, with
        highlights, tags, cues and reviews, as JSON for other programs.
      </p>
      <div role="alert" className="empty:hidden">
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
      </div>
      {received === undefined ? (
        <div>
          <Button look="quiet" onClick={() => void run()}>
            <Download aria-hidden className="size-4" />
            Export everything
          </Button>
        </div>
      ) : (
        <div className="grid gap-3">
          <Progress label="Exporting" valueText={received === 0 ? 'Preparing' : `${inWords(received)} received`} />
          <p className="text-13 text-ink-muted">You can go on working, but stay on this page until it is done.</p>
          <div>
            <Button look="plain" onClick={() => running.current?.abort()}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it up by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
