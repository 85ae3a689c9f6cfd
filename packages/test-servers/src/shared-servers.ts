import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { ServerUrls } from './servers.ts';

/** Program that asks the run's global setup to start the servers, and waits until they are ready. */
const askToStart = `
  const socket = require('node:net').connect(process.argv[1]);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => { answer += text; });
  socket.on('error', (error) => { throw error; });
  socket.on('end', () => { if (answer !== 'started') throw new Error(answer); });
`;

/** The first call of a run starts both servers and blocks until they are ready. */
export function sharedServers(): ServerUrls {
  const folder = inject('parleyServersFolder');
  const file = join(folder, 'urls.json');
  if (!existsSync(file)) {
    execFileSync(process.execPath, ['-e', askToStart, join(folder, 'socket')], { timeout: 120_000 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as ServerUrls;
}
