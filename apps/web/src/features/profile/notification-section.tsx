import type { UserPreferences } from '@cairn/contracts/preferences';
import { useQueryClient } from '@tanstack/react-query';
import { type OwnProfile, savePreferences } from '../../data/profile.ts';
import { useStore } from '../../lib/store.ts';
import { ownProfileQuery } from '../../runtime/own-profile.ts';
import {
  type NotificationPosition,
  notificationPosition,
  notificationPositions,
  notify,
  setNotificationPosition,
} from '../../ui/notifications.ts';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';

const positionNames: Record<NotificationPosition, string> = {
  'top-right': 'Top right',
  'top-center': 'Top centre',
  'top-left': 'Top left',
  'bottom-right': 'Bottom right',
  'bottom-center': 'Bottom centre',
  'bottom-left': 'Bottom left',
};

/** What Cairn says by itself, and where. Each choice holds at once. */
export function NotificationSection({ userId, profile }: { userId: string; profile: OwnProfile }) {
  const queries = useQueryClient();
  const position = useStore(notificationPosition);

  const choose = async (change: Partial<UserPreferences>) => {
    const { queryKey } = ownProfileQuery(userId);
    const show = (shown: Partial<UserPreferences>) =>
      queries.setQueryData(queryKey, (now) => now && { ...now, preferences: { ...now.preferences, ...shown } });
    await queries.cancelQueries({ queryKey });
    show(change);
    try {
      await savePreferences(userId, change);
    } catch (error) {
      show(profile.preferences);
      const why = error instanceof Error ? error.message : '';
      notify({ type: 'error', message: `Your choice could not be saved. ${why}` });
    }
  };

  return (
    <div className="grid max-w-xl gap-5">
      <Switch
        label="Remind me of due cues"
        hint="The number of cues that are due stands beside Rehearse. On all your devices."
        checked={profile.preferences.dueReminders}
        onCheckedChange={(dueReminders) => void choose({ dueReminders })}
      />
      <Switch
        label="Tell me when little of my plan is left"
        hint="With what the next plan brings. How much is used stands on your profile in any case."
        checked={profile.preferences.upgradePrompts}
        onCheckedChange={(upgradePrompts) => void choose({ upgradePrompts })}
      />
      <Select
        label="Where messages appear"
        hint="In this browser."
        value={position}
        onValueChange={(next) => {
          setNotificationPosition(next);
          notify({ type: 'info', message: 'Messages appear here.' });
        }}
        options={notificationPositions.map((value) => ({ value, label: positionNames[value] }))}
      />
    </div>
  );
}
