/** What the tabs of one browser tell each other about a note. */
export type TabMessage =
  | { kind: 'update'; update: Uint8Array }
  /** A tab has opened the note and knows this much of it. */
  | { kind: 'hello'; vector: Uint8Array }
  | { kind: 'title'; title: string };

export interface TabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
  close(): void;
}

export function browserTabChannel(noteId: string): TabChannel {
  if (!('BroadcastChannel' in window)) return silentChannel;
  const channel = new BroadcastChannel(`cairn-note-${noteId}`);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
    },
    close: () => channel.close(),
  };
}

const silentChannel: TabChannel = { post: () => {}, listen: () => {}, close: () => {} };
