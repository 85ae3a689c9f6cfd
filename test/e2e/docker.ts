import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program. @throws with what it said */
export const run = promisify(execFile);

/** Runs the Docker client. @throws with what it said */
export const docker = (...args: string[]) => run('docker', args, { maxBuffer: 64 * 2 ** 20 });

/** Whether something came to a good end. */
export const succeeds = (running: Promise<unknown>): Promise<boolean> =>
  running.then(
    () => true,
    () => false,
  );

/** Tells who runs the tests. */
export const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** The label of an image; empty where it has none. @throws when there is no such image */
export async function labelOf(image: string, label: string): Promise<string> {
  const { stdout } = await docker(
    'image',
    'inspect',
    '--format',
    `{{index .Config.Labels "${label}"}}`,
    image,
  );
  return stdout.trim();
}
