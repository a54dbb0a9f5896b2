/**
 * `POST /api/events`: what people ask for, counted by the server that they use and by nobody else. Needs no account; with a bearer token
 * the user id and the plan are taken from it, whatever the event says. 204 when taken. 400 `validation_failed` for anything that is
 * not on this list, 401 `unauthenticated` for a token that does not verify, 413 `payload_too_large`, 429 `rate_limited`.
 */
export interface EventsRequest {
  /** 1 to `eventsLimit`; the whole body at most `eventsBytesLimit` bytes. */
  events: AnalyticsEvent[];
}

/** The closed list, told apart by `name`. */
export type AnalyticsEvent = FeatureInterest;

/** Somebody asked for a screen that is not built yet. */
export interface FeatureInterest {
  name: 'feature_interest';
  feature_name: string;
  /** As the browser knows it: `anonymous` without an account. Not stored. */
  user_id: string;
  /** As the browser knows it: `no-account` without an account. Not stored. */
  user_plan: 'free' | 'plus' | 'no-account';
  event_category: 'product_feedback';
}

export const eventsLimit = 20;
export const eventsBytesLimit = 16 * 1024;
