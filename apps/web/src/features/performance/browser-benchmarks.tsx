import { rankMatches } from '../../lib/rank-matches.ts';
import { sampleSentence } from './sample-words.ts';

export interface BrowserBenchmark {
  name: string;
  /** What one round does. */
  what: string;
  /** Prepares the rounds. */
  prepare: () => Promise<PreparedBenchmark>;
}

interface PreparedBenchmark {
  round: () => Promise<void> | void;
  cleanUp?: () => Promise<void> | void;
}

const rowCount = 10_000;
const database = 'cairn-measurements';
const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Work that this app does all day, on made-up material: nothing of yours is read or changed. */
export const browserBenchmarks: readonly BrowserBenchmark[] = [
  {
    name: 'List of 10,000 rows',
    what: 'Sorts 10,000 titles and draws those in view into the scrolled list.',
    prepare: async () => {
      const [{ createRoot }, { flushSync }, { Virtualizer }] = await Promise.all([
        import('react-dom/client'),
        import('react-dom'),
        import('virtua'),
      ]);
      const titles = Array.from({ length: rowCount }, (_, row) => sampleSentence(row, 6));
      const host = hiddenHost();
      const compare = new Intl.Collator().compare;
      return {
        round: async () => {
          const root = createRoot(host);
          const sorted = titles.toSorted(compare);
          flushSync(() =>
            root.render(
              <Virtualizer>
                {sorted.map((title, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the titles are made up and may be the same
                  <p key={row}>{title}</p>
                ))}
              </Virtualizer>,
            ),
          );
          await nextFrame();
          root.unmount();
        },
        cleanUp: () => host.remove(),
      };
    },
  },
  {
    name: 'Search among 10,000 titles',
    what: 'Finds and ranks the matches of 20 queries, as the command palette does.',
    prepare: async () => {
      const items = Array.from({ length: rowCount }, (_, row) => ({ title: sampleSentence(row, 6) }));
      const queries = Array.from({ length: 20 }, (_, query) => sampleSentence(query * 7, 2));
      return {
        round: () => {
          for (const query of queries) rankMatches(items, query);
        },
      };
    },
  },
  {
    name: 'Merge of a note',
    what: 'Merges 1,000 updates of two devices into one document.',
    prepare: async () => {
      const Y = await import('yjs');
      const updates: Uint8Array[] = [];
      for (const device of [1, 2]) {
        const doc = new Y.Doc();
        doc.on('update', (update: Uint8Array) => updates.push(update));
        const text = doc.getText('notes');
        for (let step = 0; step < 500; step += 1) text.insert(text.length, `${sampleSentence(step * device, 4)} `);
        doc.destroy();
      }
      return {
        round: () => {
          const doc = new Y.Doc();
          for (const update of updates) Y.applyUpdate(doc, update);
          Y.encodeStateAsUpdate(doc);
          doc.destroy();
        },
      };
    },
  },
  {
    name: 'Storage on this device',
    what: 'Writes 200 texts of 2 kB into the browser’s database and reads them again.',
    prepare: async () => {
      const { createStore, setMany, getMany, clear } = await import('idb-keyval');
      const store = createStore(database, 'samples');
      const entries = Array.from({ length: 200 }, (_, key): [string, string] => [
        String(key),
        sampleSentence(key, 400),
      ]);
      return {
        round: async () => {
          await setMany(entries, store);
          await getMany(
            entries.map(([key]) => key),
            store,
          );
        },
        cleanUp: async () => {
          await clear(store);
          indexedDB.deleteDatabase(database);
        },
      };
    },
  },
  {
    name: 'Drawing a long page',
    what: 'Lays out and paints a text of 500 paragraphs.',
    prepare: async () => {
      const texts = Array.from({ length: 500 }, (_, paragraph) => sampleSentence(paragraph, 60));
      const host = hiddenHost();
      return {
        round: async () => {
          host.replaceChildren(
            ...texts.map((text) => {
              const paragraph = document.createElement('p');
              paragraph.textContent = text;
              return paragraph;
            }),
          );
          // Reading a size makes the browser lay it out now.
          host.getBoundingClientRect();
          await nextFrame();
          host.replaceChildren();
        },
        cleanUp: () => host.remove(),
      };
    },
  },
];

/** Laid out like a screen, but out of sight and out of the way of assistive technology. */
function hiddenHost(): HTMLElement {
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  host.inert = true;
  host.className = 'pointer-events-none fixed inset-0 -z-10 overflow-auto opacity-0';
  document.body.append(host);
  return host;
}
