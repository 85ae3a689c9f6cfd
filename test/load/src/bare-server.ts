// Measures the minimum cost of a fan-out with a plain `node:http` server. The server keeps requests open until its parent
// process sends it an answer, and then sends that answer to all of them. It runs as a separate process and prints its port.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer that all open requests get. */
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
