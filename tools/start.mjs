// First: it ends the process with one sentence on a Node that is too old to read what follows.
import './lib/node-floor.mjs';

import('./lib/start-server.mjs').then(({ startServer }) => startServer());
