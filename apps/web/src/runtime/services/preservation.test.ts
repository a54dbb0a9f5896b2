import { beforeEach, expect, it } from 'vitest';
import { browserEnvironment } from '../environment.ts';
import { endPreservation, preserveEducation, savedContext } from './preservation.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const context = { userId: 'alice', learningSessionId: 's1', goal: 'Latin', level: 0.6, path: '/rehearse' };
const stored = (storage: Storage, key: string) => JSON.parse(storage.getItem(key) ?? 'null');
const at = (now: number) => {
  const environment = browserEnvironment();
  return { ...environment, clock: { ...environment.clock, now: () => now } };
};

it('keeps what somebody was learning, and what was kept before', () => {
  preserveEducation(at(1000), context);
  expect(stored(sessionStorage, 'pkm-educational-preservation-mode')).toEqual({
    active: true,
    fallbackContext: {
      basicChatAvailable: true,
      vectorEnhancement: false,
      progressiveAdaptation: false,
      learningContinuity: 'partial',
      degradation: 'moderate',
    },
    activatedAt: 1000,
  });
  preserveEducation(at(2000), { ...context, level: 0.7 });
  expect(stored(localStorage, 'pkm-educational-context-fallback')).toEqual({
    ...context,
    level: 0.7,
    preservedAt: 2000,
    fallbackMode: true,
  });
  expect(stored(localStorage, 'pkm-educational-context-backup')).toMatchObject({ level: 0.6, preservedAt: 1000 });
  // It goes on since the first failure.
  expect(stored(sessionStorage, 'pkm-educational-preservation-mode').activatedAt).toBe(1000);
  endPreservation(at(3000));
  expect(sessionStorage.getItem('pkm-educational-preservation-mode')).toBeNull();
});

it('reads back the last context, of a damaged one the backup, and nothing of others', () => {
  preserveEducation(at(1), context);
  preserveEducation(at(2), { ...context, level: 0.9 });
  expect(savedContext(at(3), 'alice')?.level).toBe(0.9);
  expect(savedContext(at(3), 'bob')).toBeUndefined();
  localStorage.setItem('pkm-educational-context-fallback', '{"userId":');
  expect(savedContext(at(3), 'alice')?.level).toBe(0.6);
});
