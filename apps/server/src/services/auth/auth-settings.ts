export interface AuthSettings {
  /** Where people reach the app, without a trailing slash, e.g. `https://cairn.example`. */
  siteUrl: string;
  /** Accounts are confirmed at once: there is no mail server to confirm them with. */
  autoconfirm: boolean;
  disableSignup: boolean;
  /** Development mode: the first account becomes administrator. */
  firstAccountIsAdministrator: boolean;
  /** Development mode: mailed links may lead to any port of this machine. */
  allowLoopbackRedirects: boolean;
  /** Further addresses mailed links may lead to, as globs. */
  redirectAllowList: readonly string[];
  jwtExpirySeconds: number;
  refreshReuseIntervalSeconds: number;
  /** How long a refresh waits for another one of the same session before it answers 409. */
  sessionLockTimeoutMs: number;
  /** How long a mailed link or code can be redeemed. */
  mailLinkLifetimeSeconds: number;
  /** One recovery mail per address in this time, whether or not there is an account. */
  recoveryGapSeconds: number;
  /** The same for the other mails. */
  mailGapSeconds: number;
  rateLimits: AuthRateLimits;
}

/** A bucket: `burst` requests at once, refilled at `perMinute`. */
export interface BucketSize {
  burst: number;
  perMinute: number;
}

/** Per client address (IP), except where the name says otherwise. Null: no limit. */
export interface AuthRateLimits {
  signup: BucketSize | null;
  token: BucketSize | null;
  verify: BucketSize | null;
  mail: BucketSize | null;
  user: BucketSize | null;
  /** Failed password attempts on one e-mail address from one client address. */
  failuresPerEmailAndClient: BucketSize | null;
  /** The same from anywhere: wider, so that one stranger alone cannot lock a person out. */
  failuresPerEmail: BucketSize | null;
  /** Mistyped mail codes for one e-mail address, from anywhere: six digits must not be guessable. */
  codesPerEmail: BucketSize | null;
}

export const defaultAuthRateLimits: AuthRateLimits = {
  signup: { burst: 30, perMinute: 6 },
  token: { burst: 60, perMinute: 30 },
  verify: { burst: 30, perMinute: 6 },
  mail: { burst: 30, perMinute: 6 },
  user: { burst: 30, perMinute: 6 },
  failuresPerEmailAndClient: { burst: 20, perMinute: 2 },
  failuresPerEmail: { burst: 100, perMinute: 10 },
  codesPerEmail: { burst: 5, perMinute: 0.5 },
};

/** What configuration adds: the site and the mode. */
export const defaultAuthSettings: Omit<AuthSettings, 'siteUrl'> = {
  autoconfirm: false,
  disableSignup: false,
  firstAccountIsAdministrator: false,
  allowLoopbackRedirects: false,
  redirectAllowList: [],
  jwtExpirySeconds: 3600,
  refreshReuseIntervalSeconds: 10,
  sessionLockTimeoutMs: 5000,
  mailLinkLifetimeSeconds: 3600,
  recoveryGapSeconds: 600,
  mailGapSeconds: 60,
  rateLimits: defaultAuthRateLimits,
};
