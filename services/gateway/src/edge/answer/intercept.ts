import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { firstItem } from '@parley/core';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Passes every request to `answer` first. When `answer` returns false, the server handles the request. */
export function intercept(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const serve = firstItem(server.listeners('request') as Listener[]);
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response)) serve(request, response);
  });
}
