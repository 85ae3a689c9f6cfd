// The raw limit of a fan-out: a node:http server that holds requests and answers all of them at once. Run as a
// process of its own; prints its port.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

let held: ServerResponse[] = [];

const server = createServer((request, response) => {
  if (request.url === '/hold') {
    held.push(response);
    return;
  }
  const bytes = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('bytes') ?? 0);
  const count = held.length;
  if (bytes > 0) {
    const body = Buffer.alloc(bytes, 'x');
    for (const each of held)
      each.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes }).end(body);
    held = [];
  }
  response.end(String(count));
});

server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
