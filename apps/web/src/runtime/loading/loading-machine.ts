export type LoadingPhase =
  | 'initial'
  | 'auth_resolving'
  | 'services_init'
  | 'content_loading'
  | 'content_preparing'
  | 'ready'
  | 'error';
export type TileName = 'auth' | 'educational' | 'content';
export type TileStatus = 'pending' | 'ready' | 'error';

export interface LoadingState {
  phase: LoadingPhase;
  progress: number;
  message: string;
  tiles: Readonly<Record<TileName, TileStatus>>;
  /** Whether each registered page has what it shows. */
  pages: Readonly<Record<string, boolean>>;
  /** Storage is blocked, or the session could not be restored for a reason that lets the visitor go on as a guest. */
  privacy: boolean;
  /** The educational services are being called. */
  servicesCalled: boolean;
  /** A start that is over before anybody could see it would only flash. */
  minimumOver: boolean;
  /** The error phase for good: the app is configured wrongly. */
  broken: boolean;
}

export type LoadingEvent =
  | { type: 'started'; privacy: boolean }
  | { type: 'settled'; tile: TileName; error?: string }
  /** The educational services are being called. */
  | { type: 'services_called' }
  /** The shortest start is over. */
  | { type: 'minimum' }
  | { type: 'page'; name: string; ready: boolean }
  | { type: 'page_left'; name: string }
  /** The 100 ms after the last of services and pages are over. */
  | { type: 'prepared' }
  /** Nobody is signed in: there is nothing to wait for. */
  | { type: 'nobody' }
  /** The longest start is over, whatever the services do. */
  | { type: 'deadline' }
  | { type: 'misconfigured'; message: string };

export const phaseMessages: Readonly<Record<LoadingPhase, string>> = {
  initial: 'Initializing your learning workspace...',
  auth_resolving: 'Verifying your account...',
  services_init: 'Preparing educational services...',
  content_loading: 'Loading your content...',
  content_preparing: 'Preparing your workspace...',
  ready: 'Welcome to your learning workspace!',
  error: 'Something went wrong. Please refresh the page.',
};
/** The global flow's own words and percentages: they replace the phase's once its work goes on. */
const servicesFlow = { message: 'Initializing educational services...', progress: 40 };
const contentFlow = { message: 'Loading your educational content...', progress: 80 };
const privacyLoading = 'Loading in privacy mode...';
/** Also said to whoever signs in where the browser keeps nothing: there is no start to look at then. */
export const privacyReady = 'Ready in privacy mode - some features may be limited';
const authProblem = 'Authentication issue detected. Please refresh the page.';

/** A session that could not be restored for one of these reasons leaves a guest, not an error. */
const guestReason = /incognito|time(?:d )?-?out|storage/i;

export const notStarted: LoadingState = {
  phase: 'initial',
  progress: 0,
  message: phaseMessages.initial,
  tiles: { auth: 'pending', educational: 'pending', content: 'pending' },
  pages: {},
  privacy: false,
  servicesCalled: false,
  minimumOver: false,
  broken: false,
};

const tileCount = 3;

/** The whole of the start's states. The same state comes back where an event changes nothing. */
export function nextLoadingState(state: LoadingState, event: LoadingEvent): LoadingState {
  if (state.broken) return state;
  switch (event.type) {
    case 'started':
      if (state.phase !== 'initial') return state;
      return show({ ...state, privacy: event.privacy }, 'auth_resolving');
    case 'misconfigured':
      return { ...state, phase: 'error', message: event.message, broken: true };
    case 'settled':
      return settle(state, event.tile, event.error);
    case 'page': {
      if (state.pages[event.name] === event.ready || state.phase === 'ready') return state;
      return advance({ ...state, pages: { ...state.pages, [event.name]: event.ready } });
    }
    case 'page_left': {
      if (!(event.name in state.pages)) return state;
      const { [event.name]: _left, ...pages } = state.pages;
      return advance({ ...state, pages });
    }
    case 'services_called':
      return advance({ ...state, servicesCalled: true });
    case 'minimum':
      return advance({ ...state, minimumOver: true });
    case 'prepared':
      return state.phase === 'content_preparing' && pagesReady(state) ? show(state, 'ready') : state;
    case 'nobody':
      return show(state, 'ready');
    case 'deadline':
      return finish(state);
  }
}

/** A service in error counts as done; a late success corrects its tile, and the error phase that auth alone had caused. */
function settle(state: LoadingState, tile: TileName, error: string | undefined): LoadingState {
  const status = error === undefined ? 'ready' : 'error';
  if (state.tiles[tile] === status || (state.tiles[tile] === 'ready' && status === 'error')) return state;
  const tiles = { ...state.tiles, [tile]: status };
  if (tile !== 'auth') return advance({ ...state, tiles });
  if (error === undefined) {
    const resumed = state.phase === 'error' ? { ...state, phase: 'auth_resolving' as const } : state;
    return advance({ ...resumed, tiles });
  }
  if (guestReason.test(error)) {
    return advance({ ...state, tiles: { ...state.tiles, auth: 'ready' }, privacy: true });
  }
  if (state.phase === 'ready') return { ...state, tiles };
  return { ...state, tiles, phase: 'error', message: authProblem };
}

/** What never came is in error, so that nobody waits any longer. */
function finish(state: LoadingState): LoadingState {
  if (state.phase === 'ready' || state.phase === 'error') return state;
  const { auth, educational, content } = state.tiles;
  const late = (status: TileStatus) => (status === 'pending' ? 'error' : status);
  const tiles = { auth: late(auth), educational: late(educational), content: late(content) };
  if (auth === 'pending') return show({ ...state, tiles: { ...tiles, auth: 'ready' }, privacy: true }, 'ready');
  return show({ ...state, tiles }, 'ready');
}

function advance(state: LoadingState): LoadingState {
  if (state.phase === 'ready' || state.phase === 'error') return state;
  const { auth, educational, content } = state.tiles;
  if (auth === 'pending') return show(state, state.phase === 'initial' ? 'initial' : 'auth_resolving');
  if (educational === 'pending') return show(state, 'services_init');
  if (content === 'pending') return show(state, 'content_loading');
  const nothingToPrepare = Object.keys(state.pages).length === 0 && state.minimumOver;
  return show(state, nothingToPrepare ? 'ready' : 'content_preparing');
}

/** Every registered page is ready. */
export function pagesReady({ pages }: LoadingState): boolean {
  return Object.values(pages).every(Boolean);
}

function show(state: LoadingState, phase: LoadingPhase): LoadingState {
  return { ...state, phase, message: messageOf(state, phase), progress: progressOf(state, phase) };
}

function messageOf(state: LoadingState, phase: LoadingPhase): string {
  if (phase === 'ready') return state.privacy ? privacyReady : phaseMessages.ready;
  if (state.privacy) return privacyLoading;
  if (phase !== 'content_preparing') return flowOf(state, phase)?.message ?? phaseMessages[phase];
  const pages = Object.values(state.pages);
  const done = pages.filter(Boolean).length;
  return done < pages.length
    ? `Loading workspace content... (${done}/${pages.length})`
    : phaseMessages.content_preparing;
}

/**
 * Pages share ten points between them, however many they are. Below content_preparing nothing passes its 85, and what has been shown
 * is never taken back.
 */
function progressOf(state: LoadingState, phase: LoadingPhase): number {
  const { tiles, pages, progress } = state;
  if (phase === 'ready') return 100;
  if (phase === 'content_preparing') return 85;
  const done = Object.values(tiles).filter((status) => status !== 'pending').length;
  const all = Object.values(pages);
  const share = all.length === 0 ? 0 : (all.filter(Boolean).length / all.length) * 10;
  const counted = (done / tileCount) * 80 + share;
  return Math.max(progress, Math.min(85, Math.max(counted, flowOf(state, phase)?.progress ?? 0)));
}

function flowOf({ servicesCalled, pages }: LoadingState, phase: LoadingPhase): typeof servicesFlow | undefined {
  if (phase === 'services_init' && servicesCalled) return servicesFlow;
  return phase === 'content_loading' && Object.keys(pages).length > 0 ? contentFlow : undefined;
}
