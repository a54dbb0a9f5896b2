import type { Statement } from './domain/read-plan.ts';

/** What is kept of a request's shape: its statements, ready to be given values. */
export interface CachedPlan {
  readonly main: Statement;
  /** Statement whose estimate answers `count=planned` and `count=estimated`. */
  readonly estimate: Statement | null;
  /** Name under which connections keep `main` prepared, once the shape has proven to be common. */
  name: string | undefined;
  uses: number;
}

/**
 * Least-recently-used, bounded. Prepared names are bounded for the life of the process, since connections never forget one:
 * strangers inventing shapes can use them up, which costs speed and nothing else.
 */
export interface PlanCache {
  get(key: string): CachedPlan | undefined;
  set(key: string, main: Statement, estimate: Statement | null): CachedPlan;
}

export interface PlanCacheOptions {
  readonly plans: number;
  readonly preparedNames: number;
  /** Uses before a plan gets a name. */
  readonly preparedAfter: number;
}

export const defaultPlanCacheOptions: PlanCacheOptions = { plans: 500, preparedNames: 64, preparedAfter: 5 };

/** Longer keys are not kept: no real client sends them. */
const longestKey = 8_192;

export function createPlanCache(options: PlanCacheOptions = defaultPlanCacheOptions): PlanCache {
  const plans = new Map<string, CachedPlan>();
  let names = 0;
  return {
    get(key) {
      const plan = plans.get(key);
      if (plan === undefined) return undefined;
      plans.delete(key);
      plans.set(key, plan);
      plan.uses += 1;
      if (plan.name === undefined && plan.uses >= options.preparedAfter && names < options.preparedNames) {
        names += 1;
        plan.name = `cairn_data_${names}`;
      }
      return plan;
    },
    set(key, main, estimate) {
      const plan: CachedPlan = { main, estimate, name: undefined, uses: 1 };
      if (key.length > longestKey) return plan;
      if (plans.size >= options.plans) {
        const oldest = plans.keys().next();
        if (!oldest.done) plans.delete(oldest.value);
      }
      plans.set(key, plan);
      return plan;
    },
  };
}
