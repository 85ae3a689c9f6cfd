// Measures the minimum cost of any request with a plain `node:http` server. The server reads a form and answers with JSON. It
// runs as a separate process and prints its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let count = 0;

const server = createServer((request, response) => {
  let form = '';
  request.setEncoding('utf8');
  request.on('data', (text: string) => {
    form += text;
  });
  request.on('end', () => {
    const found = new URLSearchParams(form).has('content') ? 'success' : 'error';
    const body = JSON.stringify({ result: found, msg: '', id: ++count });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    });
    response.end(body);
  });
});

process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
