// The raw limit of a fan-out: a node:http server that holds requests and, told an answer, gives it to all of them at once.
// Run as a process of its own; prints its port.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What every held request is answered. */
export type BareAnswer = { headers: Record<string, string>; body: string };

let held: ServerResponse[] = [];

const server = createServer((request, response) => {
  if (request.url === '/hold') held.push(response);
  else response.end(String(held.length));
});

process.on('message', ({ headers, body }: BareAnswer) => {
  const bytes = Buffer.from(body);
  for (const each of held) each.writeHead(200, headers).end(bytes);
  held = [];
});
process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
