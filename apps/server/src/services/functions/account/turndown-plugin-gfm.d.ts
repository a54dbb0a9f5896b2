declare module 'turndown-plugin-gfm' {
  import type TurndownService from 'turndown';

  /** Tables, strikethrough, task lists, code with its language. */
  export const gfm: TurndownService.Plugin;
}
