import type { HybridUsage } from '@cairn/contracts/plans';
import { createStore, type Store } from '../../lib/store.ts';
import type { Clock, Stop } from '../environment.ts';
import { createHybridUsage, type HybridUsageService, hybridCacheMs, refreshAfterIncrementMs } from './hybrid-usage.ts';
import { type CheckedQuota, checkQuota, nextDay, type QuotaPorts } from './quota.ts';
import type { AccountUser, ResolvedTier } from './tier.ts';
import type { TierResolver } from './tier-resolver.ts';

/** The server's clock may be a little behind this one when its day begins. */
const dayTurnsAfterMs = 1000;

export interface AccountPorts {
  clock: Clock;
  resolver: TierResolver;
  /** The account as the session has it at this moment. */
  user: () => AccountUser;
  hybridUsage: (userId: string) => Promise<Partial<HybridUsage>>;
  checkLimit: (userId: string, signal: AbortSignal) => Promise<unknown>;
  increment: (userId: string, units: number) => Promise<void>;
  report: QuotaPorts['report'];
  /** The plan as this browser knew it of who is signed in. */
  rememberedPlan: () => ResolvedTier['plan'] | null;
  /** For what else keeps the tier of who is signed in. */
  resolved: (resolved: ResolvedTier) => void;
}

export interface AccountUsage {
  userId: string;
  /** `null`: not known yet. */
  tier: Store<ResolvedTier | null>;
  hybrid: HybridUsageService;
  /** `null`: nobody has asked yet, or it is being asked for the first time. */
  quota: Store<CheckedQuota | null>;
  requestQuota: () => void;
  /** Everything anew, from the database. */
  refresh: () => void;
  /** What a screen that comes back needs: what is older than the meter's cache. */
  returned: () => void;
  /** The server has charged something, or may have. */
  charged: () => void;
  /** For work that the server has not charged itself: 1 to 100. */
  increment: (units: number) => Promise<void>;
  /** The session's user has changed: its metadata may say something else now. */
  userChanged: () => void;
  stop: Stop;
}

/** Tier, usage and quota of one signed-in person, as long as they are. */
export function createAccountUsage(ports: AccountPorts): AccountUsage {
  const { clock, resolver, user } = ports;
  const userId = user().id;
  const tier = createStore<ResolvedTier | null>(null);
  const quota = createStore<CheckedQuota | null>(null);
  const hybrid = createHybridUsage(clock, () => ports.hybridUsage(userId));
  let stopped = false;
  let quotaWanted = false;
  let quotaTurn = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let stopAfterCharge: Stop = () => {};
  let stopDay: Stop = () => {};
  let shownMetadata = metadataTiers(user());

  async function lookUp(fresh: boolean): Promise<void> {
    lookedAt = clock.now();
    const answer = await resolver.resolve(user(), { fresh });
    if (stopped) return;
    // Without an answer the badge goes on saying what it said: who has paid is not told otherwise by a broken line.
    const remembered = answer.nobodyAnswered ? ports.rememberedPlan() : null;
    const resolved = remembered ? { ...answer, plan: remembered } : answer;
    tier.set(resolved);
    ports.resolved(resolved);
  }

  async function lookAtQuota(): Promise<void> {
    quotaTurn += 1;
    const mine = quotaTurn;
    const checked = await checkQuota({
      clock,
      read: (signal) => ports.checkLimit(userId, signal),
      lastTier: () => resolver.lastKnown(userId)?.info.tier,
      report: ports.report,
    });
    if (!stopped && mine === quotaTurn) quota.set(checked);
  }

  function readAnew(): void {
    void lookUp(true);
    if (quotaWanted) void lookAtQuota();
  }

  function waitForDay(): void {
    const now = clock.now();
    stopDay = clock.after(nextDay(now) - now + dayTurnsAfterMs, () => {
      refresh();
      waitForDay();
    });
  }

  function refresh(): void {
    hybrid.refresh();
    readAnew();
  }

  function charged(): void {
    hybrid.incremented();
    stopAfterCharge();
    stopAfterCharge = clock.after(refreshAfterIncrementMs, readAnew);
  }

  void lookUp(false);
  hybrid.request();
  waitForDay();

  return {
    userId,
    tier,
    hybrid,
    quota,
    requestQuota: () => {
      quotaWanted = true;
      void lookAtQuota();
    },
    refresh,
    returned: () => {
      hybrid.request();
      if (clock.now() - lookedAt >= hybridCacheMs) readAnew();
    },
    charged,
    increment: async (units) => {
      await ports.increment(userId, units);
      charged();
    },
    userChanged: () => {
      const metadata = metadataTiers(user());
      if (metadata === shownMetadata) return;
      shownMetadata = metadata;
      resolver.forget(userId);
      void lookUp(true);
    },
    stop: () => {
      stopped = true;
      hybrid.stop();
      stopAfterCharge();
      stopDay();
    },
  };
}

const metadataTiers = ({ user_metadata: own, raw_user_meta_data: raw }: AccountUser): string =>
  JSON.stringify([own.user_tier, raw.user_tier]);
