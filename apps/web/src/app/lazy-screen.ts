import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import { chunkFailed } from '../runtime/chunk-failure.ts';

/**
 * A screen whose code comes when it is opened. The router would reload the page by itself when the code cannot be had, at once and also offline:
 * named otherwise, the failure comes to the error screen, which keeps what was typed first.
 */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): AsyncRouteComponent<Module[Name] extends (props: infer Props) => unknown ? Props : never> {
  const screen = lazyRouteComponent(() => load().catch(chunkFailed), name);
  screens.push(screen);
  return screen as never;
}

const screens: { preload?: () => Promise<unknown> | undefined }[] = [];

/** Fetches the code of every screen, one after the other. Stops at the first that cannot be had: it comes when it is opened. */
export async function loadEveryScreen(): Promise<void> {
  for (const screen of screens) await screen.preload?.();
}
