import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const module = join(import.meta.dirname, 'refuse-network.ts');

it.each([
  ["(await import('node:net')).connect(9, '127.0.0.1')"],
  ["new (await import('node:net')).Socket().connect(9)"],
  ["(await import('node:net')).createServer().listen(0)"],
  ["(await import('node:tls')).connect(9, '127.0.0.1')"],
  ["(await import('node:http')).get('http://127.0.0.1:9')"],
  ["(await import('node:https')).get('https://127.0.0.1:9')"],
  ["(await import('node:http2')).connect('http://127.0.0.1:9')"],
  ["(await import('node:dns')).lookup('localhost', () => {})"],
  ["await (await import('node:dns/promises')).lookup('localhost')"],
  ["(await import('node:dgram')).createSocket('udp4').send('x', 9)"],
  ["(await import('node:child_process')).spawn('true')"],
  ["await fetch('http://127.0.0.1:9')"],
  ["new WebSocket('ws://127.0.0.1:9')"],
])('%s is refused', (code) => {
  const program = `const { refuseNetwork } = await import(${JSON.stringify(module)}); refuseNetwork(); try { ${code}; console.log('open'); } catch (error) { console.log(/no network|not a (?:function|constructor)/.test(error.message) ? 'refused' : error.message); } process.exit(0);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe('refused');
});
