import type { LearningSession } from '../../data/learning-sessions.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { Environment, Stop } from '../environment.ts';

const beatMs = 60_000;

export interface LearningSessionCalls {
  open: () => Promise<LearningSession | null>;
  start: () => Promise<LearningSession>;
  /** False: the session is over. */
  beat: (id: string) => Promise<boolean>;
  end: (id: string) => Promise<void>;
}

export interface LearningSessions {
  now: Store<LearningSession | null>;
  /** Takes up the open session, or starts one where somebody is at the page, and goes on from there. */
  load: () => Promise<void>;
  /** The page is left or the person signs out. */
  end: () => Promise<void>;
  /** Without telling the server: there is nobody to tell it for. */
  stop: () => void;
}

interface Deps {
  environment: Pick<Environment, 'clock' | 'visible' | 'onVisibilityChange'>;
  calls: LearningSessionCalls;
  /** There is a network, and somebody has touched the page lately. */
  active: () => boolean;
  /** Network or person are back. */
  onWake: (call: () => void) => Stop;
}

/** Keeps the learning session of whoever is at the page: a beat a minute while the page is seen and used, none otherwise. */
export function createLearningSessions({ environment, calls, active, onWake }: Deps): LearningSessions {
  const now = createStore<LearningSession | null>(null);
  let watching: Stop[] = [];
  let busy = false;
  /** What was asked for before a stop must not come back after it. */
  let round = 0;

  const someoneIsHere = () => environment.visible() && active();

  async function goOn(): Promise<void> {
    if (busy || !someoneIsHere()) return;
    busy = true;
    const mine = round;
    try {
      const known = now.get();
      const session = known && (await calls.beat(known.id)) ? known : await calls.start();
      if (mine === round) now.set(session);
    } finally {
      busy = false;
    }
  }

  function watch(): void {
    if (watching.length > 0) return;
    // A beat that is lost is made up for by the next.
    const beat = () => void goOn().catch(() => undefined);
    watching = [
      environment.clock.every(beatMs, beat),
      environment.onVisibilityChange((visible) => {
        if (visible) beat();
      }),
      onWake(beat),
    ];
  }

  function stop(): void {
    round += 1;
    for (const end of watching) end();
    watching = [];
    now.set(null);
  }

  return {
    now,
    load: async () => {
      const mine = round;
      watch();
      if (someoneIsHere()) return goOn();
      const open = await calls.open();
      if (mine === round) now.set(open);
    },
    end: async () => {
      const session = now.get();
      round += 1;
      now.set(null);
      if (session) await calls.end(session.id);
    },
    stop,
  };
}
