import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program. @throws with the program's output */
export const run = promisify(execFile);

/** Runs the Docker client. @throws with the client's output */
export const docker = (...args: string[]) => run('docker', args, { maxBuffer: 64 * 2 ** 20 });

/** Returns whether the promise resolves. */
export const succeeds = (running: Promise<unknown>): Promise<boolean> =>
  running.then(
    () => true,
    () => false,
  );

/** Prints progress for the developer who runs the tests. */
export const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Returns a label of an image, or an empty string without that label. @throws when the image does not exist */
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
