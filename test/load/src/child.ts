import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';

/**
 * Starts a program of this package as a child process.
 * @param program file name without its extension
 */
export function startChild(program: string, args: readonly string[] = []): ChildProcess {
  // Runs the source file or the compiled file, like this module: tests in other folders run the sources.
  const file = `${program}${extname(import.meta.filename)}`;
  return fork(join(import.meta.dirname, file), [...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

/**
 * Returns the next message that a child sends over its IPC channel.
 * @throws Error when the child exits first
 */
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

/**
 * Returns the first number that a child prints, which is its port.
 * @throws Error when the child exits first
 */
export function firstNumber(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.stdout!.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    child.once('exit', () => reject(new Error('A server to compare with did not start.')));
  });
}
