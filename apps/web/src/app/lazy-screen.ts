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
  return lazyRouteComponent(() => load().catch(chunkFailed), name) as never;
}
