import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message as it came over the wire. */
  source: string;
}

/** A mail server on loopback that keeps what it receives, and refuses what it is told to. */
export interface SmtpSink {
  /** For `SMTP_URL`; accepts `user`/`secret`. Without TLS, hence `?insecure=true`. */
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Refuse this many further messages with the code (4xx: for now, 5xx: for good). */
  refuse(code: number, times?: number): void;
  /** Accept connections, but never say a word. */
  hang(hanging: boolean): void;
  connections(): number;
  close(): Promise<void>;
}

const failure = (code: number, message: string): Error => Object.assign(new Error(message), { responseCode: code });

export async function createSmtpSink(): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  let refusal = { code: 0, times: 0 };
  let hanging = false;
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onConnect(_session, done) {
      connections += 1;
      if (!hanging) done();
    },
    onAuth({ username, password }, _session, done) {
      if (username === 'user' && password === 'secret') done(null, { user: username });
      else done(failure(535, 'wrong user or password'));
    },
    onData(stream, session, done) {
      let source = '';
      stream.on('data', (chunk: Buffer) => {
        source += chunk.toString('utf8');
      });
      stream.on('end', () => {
        if (refusal.times > 0) {
          refusal = { ...refusal, times: refusal.times - 1 };
          done(failure(refusal.code, 'not this one'));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
        });
        done();
      });
    },
  });
  // A client that gives up in the middle is what some tests are about.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://user:secret@127.0.0.1:${port}?insecure=true`,
    port,
    received,
    refuse: (code, times = 1) => {
      refusal = { code, times };
    },
    hang: (value) => {
      hanging = value;
    },
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
