import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { canListen, freePort } from '../src/index.ts';

const program = `
  import { freePort } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
  import { createServer } from 'node:net';
  const ports = await Promise.all(Array.from({ length: 400 }, async () => {
    const port = await freePort();
    await new Promise((done, fail) => createServer().on('error', fail).listen(port, '127.0.0.1', done));
    return port;
  }));
  console.log(JSON.stringify(ports));
  await new Promise((done) => process.stdin.once('data', done));
  process.exit();
`;

it('never gives two living processes the same port, and no other process listens on it meanwhile', async () => {
  const children = [1, 2, 3].map(() => {
    const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    const printed = new Promise((done) => running.child.stdout?.once('data', done));
    return { running, printed: Promise.race([printed, running]) };
  });
  await Promise.all(children.map(({ printed }) => printed));
  for (const { running } of children) running.child.stdin?.end('go\n');
  const outputs = await Promise.all(children.map(({ running }) => running));
  const ports = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as number[]);
  expect(ports).toHaveLength(1200);
  expect(new Set(ports).size).toBe(1200);
  expect(ports.every((port) => port >= 20000 && port < 32768)).toBe(true);
});

it('recognizes a port that is in use', async () => {
  const port = await freePort();
  expect(await canListen(port)).toBe(true);
  const server = createServer();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  expect(await canListen(port)).toBe(false);
  await new Promise((done) => server.close(done));
});
