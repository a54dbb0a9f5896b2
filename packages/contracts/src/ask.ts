import { z } from 'zod';
import type { ItemKind, Locator } from './locator.ts';
import type { NoteFragment } from './note-document.ts';

/** `POST /functions/v1/ask`: answers a question from the asker's own material. */
export const askRequestSchema = z.object({
  question: z.string().trim().min(3).max(1000),
  /** Restricts the material to one item ("ask about this text"). */
  about: z.object({ itemKind: z.enum(['note', 'article']), itemId: z.uuid() }).optional(),
  /** Answered by the built-in extractive provider, without charging an AI request; at most `freeAnswersPerHour` (plans.ts). */
  free: z.boolean().optional(),
});
export type AskRequest = z.infer<typeof askRequestSchema>;

export interface Citation {
  itemKind: ItemKind;
  itemId: string;
  title: string;
  /** Checked against the stored text before it is sent: `locator.quote` stands there word for word. */
  locator: Locator;
  /** Of a note: the part of its document that the quote stands in. */
  fragment?: NoteFragment;
  /** Of a highlight: where it is opened. For a quote of its comment this is the highlighted passage. */
  readIn?: { itemKind: 'article'; itemId: string; locator: Locator };
}

/**
 * The answer is a stream of server-sent events (`text/event-stream`), each `data:` one JSON object of this union:
 * `start`, then `sentence`s, then exactly one of `done`, `not_found`, `failed`.
 */
export type AskEvent =
  | {
      type: 'start';
      provider: string;
      providerKind: 'extractive' | 'generative';
      /** It was asked for without a charge. */
      free?: true;
    }
  | { type: 'sentence'; text: string; citations: Citation[] }
  | { type: 'done' }
  /** "Not in your notes", with the nearest passages and the titles they stand under; best first, at most one per passage. */
  | { type: 'not_found'; nearest: Citation[] }
  | { type: 'failed'; code: string; message: string };
