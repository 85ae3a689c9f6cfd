import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

function start() {
  const program = join(import.meta.dirname, 'service-program.ts');
  const child = spawn(process.execPath, ['--conditions=parley-source', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return {
    child,
    output: text(child.stdout!),
    started: once(child.stdout!, 'data'),
    exit: once(child, 'exit'),
  };
}

it.each(['SIGTERM', 'SIGINT', 'disconnect'] as const)('stops cleanly on %s', async (reason) => {
  const { child, output, started, exit } = start();
  await started;
  if (reason === 'disconnect') child.disconnect();
  else child.kill(reason);
  expect(await exit).toEqual([0, null]);
  expect(await output).toContain(`"signal":"${reason}"`);
});

it('stops when the parent process ended before the service was ready', async () => {
  const { child, output, exit } = start();
  child.disconnect();
  expect(await exit).toEqual([0, null]);
  expect(await output).toMatch(/the parent process has ended|"signal":"disconnect"/);
});
