import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { useNotifications } from '../../ui/notification-provider.tsx';
import {
  type NotificationPosition,
  type NotificationType,
  notificationPosition,
  notificationPositions,
  notificationTypes,
  setNotificationPosition,
} from '../../ui/notifications.ts';
import { Select } from '../../ui/select.tsx';

const messages: Record<NotificationType, string> = {
  success: 'The note is saved.',
  info: 'Two articles are still being fetched.',
  warning: 'You are offline. What you write is kept here.',
  error: 'The article could not be fetched.',
};

const positions: { value: NotificationPosition; label: string }[] = notificationPositions.map((value) => ({
  value,
  label: value.replace('-', ' ').replace(/^./, (letter) => letter.toUpperCase()),
}));

/** Every sort of notification, in every place. */
export function Notifications() {
  const { notify } = useNotifications();
  const position = useStore(notificationPosition);
  const [chosen, setChosen] = useState('');
  return (
    <div className="grid gap-4">
      <Select label="Position" value={position} onValueChange={setNotificationPosition} options={positions} />
      <div className="flex flex-wrap items-center gap-2">
        {notificationTypes.map((type) => (
          <Button key={type} look="quiet" onClick={() => notify({ type, message: messages[type] })}>
            Show {type}
          </Button>
        ))}
        <Button
          look="quiet"
          onClick={() =>
            notify({
              type: 'success',
              title: 'Note deleted',
              message: 'On reading slowly, and other notes with a title that does not fit on one line',
              actions: [{ label: 'Undo', onClick: () => setChosen('Undone') }],
              duration: 8000,
            })
          }
        >
          Show with undo
        </Button>
        <Button
          look="quiet"
          onClick={() =>
            notify({
              type: 'info',
              title: 'A new version is ready',
              message: 'It is loaded when you say so.',
              icon: <Sparkles />,
              persistent: true,
              actions: [
                { label: 'Load it', onClick: () => setChosen('Loaded'), variant: 'primary' },
                { label: 'Later', onClick: () => setChosen('Later'), variant: 'quiet' },
              ],
            })
          }
        >
          Show with choices
        </Button>
        <ProgressButton />
        <p role="status" className="text-14 text-ink-muted">
          {chosen}
        </p>
      </div>
    </div>
  );
}

const steps = 5;

/** One that moves, and says at the end what came of it. */
function ProgressButton() {
  const { notify, update } = useNotifications();
  const run = () => {
    const id = notify({ type: 'info', message: 'Fetching twelve articles', showProgress: true, progress: 0 });
    let step = 0;
    const timer = setInterval(() => {
      step += 1;
      if (step < steps) update(id, { progress: (100 * step) / steps });
      else {
        clearInterval(timer);
        update(id, { type: 'success', message: 'Twelve articles are here.', showProgress: false });
      }
    }, 600);
  };
  return (
    <Button look="quiet" onClick={run}>
      Show progress
    </Button>
  );
}
