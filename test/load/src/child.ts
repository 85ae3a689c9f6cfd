import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';

/**
 * Starts a program of this package as a child process.
 * @param program the name of its file, without the extension
 */
export function startChild(program: string, args: readonly string[] = []): ChildProcess {
  // Tests of other folders run the sources instead of the built files.
  const file = `${program}${extname(import.meta.filename)}`;
  return fork(join(import.meta.dirname, file), [...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

/** Returns the next message of a child over its IPC channel. @throws when the child ends first */
export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('A process that measures ended by itself.'));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as T);
    });
  });
}

/** Returns the port, which a child prints first. */
export function firstNumber(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.stdout!.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    child.once('exit', () => reject(new Error('A server to compare with did not start.')));
  });
}
