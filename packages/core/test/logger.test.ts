import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

async function start() {
  const program = join(import.meta.dirname, 'logging-program.ts');
  const child = spawn(process.execPath, ['--conditions=parley-source', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child, 'message');
  return { child, exit: once(child, 'exit') };
}

it('writes the last line before the process exits', async () => {
  const { child, exit } = await start();
  const output = text(child.stdout!);
  child.send('go');
  expect(await exit).toEqual([0, null]);
  expect(await output).toContain('"msg":"last words"');
});

it('lets the process exit when nothing reads its output any more', async () => {
  const { child, exit } = await start();
  child.stdout!.destroy();
  await once(child.stdout!, 'close');
  child.send('go');
  expect(await exit).toEqual([0, null]);
});
