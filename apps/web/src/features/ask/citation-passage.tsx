import type { Citation } from '@cairn/contracts/ask';
import { FileText, Highlighter, NotebookPen } from 'lucide-react';

const icons = { article: FileText, note: NotebookPen, highlight: Highlighter };

/** "Note · summary": what a source is. */
export function sourceKind({ itemKind, fragment }: Citation): string {
  if (itemKind === 'highlight') return 'Highlight';
  if (itemKind === 'article') return 'Article';
  return fragment === 'summary' ? 'Note · summary' : fragment === 'cues' ? 'Note · cue' : 'Note';
}

/** The quote inside the words that stand around it. */
export function CitationPassage({ citation }: { citation: Citation }) {
  const { quote, prefix, suffix } = citation.locator;
  const Icon = icons[citation.itemKind];
  return (
    <div className="grid gap-2">
      <p className="flex items-start gap-2 text-14 font-semibold">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
        <span className="min-w-0 wrap-anywhere line-clamp-2" dir="auto">
          {citation.title}
        </span>
      </p>
      <blockquote className="font-serif text-16 leading-[1.6] text-ink-muted wrap-anywhere" dir="auto">
        {prefix ? `…${wholeWords(prefix, 'start')}` : null}
        <mark className="rounded-[2px] bg-highlight text-ink">{shortened(quote)}</mark>
        {suffix ? `${wholeWords(suffix, 'end')}…` : null}
      </blockquote>
      <p className="text-13 text-ink-muted">{sourceKind(citation)}</p>
    </div>
  );
}

/** What stands around a quote is cut after 32 characters, mostly inside a word. */
function wholeWords(text: string, cut: 'start' | 'end'): string {
  if (text.length < 32) return text;
  return cut === 'start' ? text.replace(/^\S*\s/u, '') : text.replace(/\s\S*$/u, '');
}

const longestShown = 600;

/** A quote may be 4,000 characters long: a preview shows its two ends. */
function shortened(quote: string): string {
  if (quote.length <= longestShown) return quote;
  return `${quote.slice(0, longestShown * 0.6).trimEnd()} … ${quote.slice(-longestShown * 0.3).trimStart()}`;
}
