import { libraryScenes } from './screen-scenes/library.ts';
import { readingScenes } from './screen-scenes/reading.ts';
import type { Scene } from './screen-scenes/scene.ts';
import { settingsScenes } from './screen-scenes/settings.ts';
import { shellScenes } from './screen-scenes/shell.ts';
import { visitorScenes } from './screen-scenes/visitor.ts';

/** Every screen in every state: what is looked at before something is called done. */
export const scenes: readonly Scene[] = [
  ...visitorScenes,
  ...shellScenes,
  ...libraryScenes,
  ...readingScenes,
  ...settingsScenes,
];
