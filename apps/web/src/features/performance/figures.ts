const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

export const formatCount = (value: number): string => whole.format(value);

/** "0.42 ms", "38 ms", "1.24 s". */
export function formatMs(ms: number): string {
  if (ms >= 1000) return `${fine.format(ms / 1000)} s`;
  return ms < 10 ? `${fine.format(ms)} ms` : `${whole.format(ms)} ms`;
}

export const formatBytes = (bytes: number): string => `${whole.format(bytes / 1024 / 1024)} MiB`;

export const formatUptime = (seconds: number): string => {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min` : `${seconds} s`;
};
