/** The specification's words for what can be wrong with a session. */
export const noActiveSession = 'No active session';
export const sessionError = 'Session error';
export const refreshFailed = (reason: string) => `Token refresh failed: ${reason}`;
export const fetchTimeoutMessage = 'Session fetch timeout after 12 seconds - temporary auth fetch delay';
export const fetchDisabledMessage = 'Session fetch temporarily disabled due to prior timeout';
export const networkUnavailable = 'Network unavailable';
