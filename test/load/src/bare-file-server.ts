// Measures the minimum cost of a file transfer with a plain `node:http` server. The server writes each upload durably to the
// same file, and serves that file. It runs as a separate process and prints its port.
import { createReadStream, createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

const path = process.argv[2]!;

const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    await pipeline(request, createWriteStream(path, { flush: true }));
    response.end();
  } else await pipeline(createReadStream(path), response);
});

server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
