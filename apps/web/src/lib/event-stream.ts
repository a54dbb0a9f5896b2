/** Reads `text/event-stream`: yields the data of each event. Comments, other fields and empty events are skipped. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let buffer = '';
  let data: string[] = [];
  try {
    while (true) {
      const { done, value } = await reader.read();
      // The specification drops an event that the stream's end cuts off.
      if (done) return;
      buffer += value;
      const complete = lastLineEnd(buffer);
      const lines = buffer.slice(0, complete).split(/\r\n|\r|\n/);
      lines.pop();
      buffer = buffer.slice(complete);
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield data.join('\n');
          data = [];
        } else if (line.startsWith('data:')) {
          data.push(line.slice(line.charAt(5) === ' ' ? 6 : 5));
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Where the last complete line ends. A CR at the very end may be the first half of CRLF: it waits for what follows. */
function lastLineEnd(text: string): number {
  const newline = text.lastIndexOf('\n');
  const carriageReturn = text.lastIndexOf('\r');
  return Math.max(newline + 1, carriageReturn === text.length - 1 ? 0 : carriageReturn + 1);
}
