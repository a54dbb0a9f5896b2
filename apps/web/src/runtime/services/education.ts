import {
  type IndexStatus,
  type LearningProgress,
  probeAsk,
  readIndexStatus,
  readLearningProgress,
} from '../../data/educational-services.ts';
import {
  beatLearningSession,
  endLearningSession,
  loadOpenLearningSession,
  startLearningSession,
} from '../../data/learning-sessions.ts';
import { createStore } from '../../lib/store.ts';
import { connection } from '../connection/connection.ts';
import { thisBrowser } from '../environment.ts';
import { sessionNow, subscribeSession } from '../session.ts';
import { beforeSignOut } from '../sign-out-work.ts';
import { createLearningSessions } from './learning-session.ts';
import { type EducationalContext, savedContext } from './preservation.ts';
import type { ServiceName } from './service-registry.ts';

/** The services of which this page knows how to ask. */
type EducationService = Extract<ServiceName, 'sessionManager' | 'educationalChat' | 'vectorDB' | 'progressiveLearning'>;

/** Where everybody begins. */
const startingLevel = 0.5;

const link = connection();
const learning = createLearningSessions({
  environment: thisBrowser(),
  calls: {
    open: loadOpenLearningSession,
    start: startLearningSession,
    beat: beatLearningSession,
    end: endLearningSession,
  },
  active: () => link.mayCall('data'),
  onWake: link.onWake,
});
let learner: string | undefined;

interface LearningStatus {
  index: IndexStatus | null;
  progress: LearningProgress | null;
}

/** What the educational services said when they started. */
export const learningStatus = createStore<LearningStatus>({ index: null, progress: null });

async function openSession(): Promise<void> {
  learner = sessionNow().user?.id;
  await learning.load();
}

/** Of another person nothing goes on; whoever signs in here begins anew. */
subscribeSession(() => {
  const { status, user } = sessionNow();
  if (learner === undefined || status === 'initializing' || (status === 'authenticated' && user.id === learner)) return;
  if (status === 'error') return;
  learner = undefined;
  learning.stop();
  learningStatus.set({ index: null, progress: null });
  if (status === 'authenticated') void openSession().catch(() => undefined);
});
window.addEventListener('pagehide', () => void learning.end().catch(() => undefined));
beforeSignOut(() => learning.end());

/** How each service is started that there is something to ask of. */
export const educationStarters: Record<EducationService, () => Promise<void>> = {
  sessionManager: openSession,
  educationalChat: probeAsk,
  vectorDB: async () => {
    const index = await readIndexStatus();
    learningStatus.set({ ...learningStatus.get(), index });
    if (index.state === 'failed') throw new Error(`The search index could not take in everything (${index.failed}).`);
  },
  progressiveLearning: async () => {
    learningStatus.set({ ...learningStatus.get(), progress: await readLearningProgress() });
  },
};

/** What is worth keeping when a critical service fails. */
export function educationalContext(userId: string): EducationalContext {
  const session = learning.now.get();
  const before = savedContext(thisBrowser(), userId);
  return {
    userId,
    learningSessionId: session?.id ?? before?.learningSessionId ?? null,
    goal: session?.goal ?? before?.goal ?? null,
    level: learningStatus.get().progress?.level ?? before?.level ?? startingLevel,
    path: window.location.pathname,
  };
}
