/// <reference path="./turndown-plugin-gfm.d.ts" />
import type TurndownService from 'turndown';

/** Larger pages come as their plain text: turning them into Markdown would keep everybody else waiting. */
const longestHtml = 300_000;

let converter: Promise<TurndownService> | undefined;

/** An article's sanitised HTML as Markdown. The library is loaded with the first one. */
export async function articleToMarkdown(html: string, text: string): Promise<string> {
  if (html.length > longestHtml) return text;
  converter ??= load();
  return (await converter).turndown(html);
}

async function load(): Promise<TurndownService> {
  const [{ default: Turndown }, { gfm }] = await Promise.all([import('turndown'), import('turndown-plugin-gfm')]);
  const service = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  return service.use(gfm);
}
