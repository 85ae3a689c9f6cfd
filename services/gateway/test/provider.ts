import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallsConfig, callsEnvironment, readCallsConfig } from '../src/video-calls/config.ts';

/** A request that a fake provider received. */
export type Asked = { method: string; url: URL; authorization: string | undefined; body: string };
type Answer = { status?: number; body: string };

/** Returns a configuration with these environment variables of providers. All other variables are empty. */
export function callsConfig(
  environment: Partial<Record<keyof typeof callsEnvironment, string>>,
): CallsConfig {
  const none = Object.fromEntries(Object.keys(callsEnvironment).map((name) => [name, '']));
  return readCallsConfig({ ...(none as Record<keyof typeof callsEnvironment, string>), ...environment });
}

/** Starts a fake provider of video calls, which answers requests with `answer`. */
export async function startProvider(answer: (asked: Asked) => Answer) {
  const requests: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = {
      method: request.method!,
      url: new URL(request.url!, 'http://provider'),
      authorization: request.headers.authorization,
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(asked);
    const { status = 200, body } = answer(asked);
    response.writeHead(status).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
