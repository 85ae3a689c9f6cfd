import { execFile } from 'node:child_process';

/** @throws Error with the last line of the error output, when it fails or takes longer than `timeoutMs` */
export function runQuietly(
  file: string,
  args: string[],
  options: { cwd?: string; timeoutMs?: number } = {},
): Promise<string> {
  const settings = {
    cwd: options.cwd,
    timeout: options.timeoutMs ?? 60_000,
    maxBuffer: 16 * 1024 * 1024,
    encoding: 'utf8' as const,
    env: { ...process.env, LC_ALL: 'C' },
  };
  return new Promise((resolve, reject) => {
    execFile(file, args, settings, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      const lastLine = stderr.trim().split('\n').at(-1);
      const reason = error.killed ? `${file} took too long` : lastLine || `${file} failed: ${error.message}`;
      reject(new Error(reason));
    });
  });
}
