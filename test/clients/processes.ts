import { type ChildProcess, spawn } from 'node:child_process';

type Options = {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  /** Called with pieces of the standard output as they arrive. */
  readonly onOutput?: (text: string) => void;
};

/** Output and exit code of a program. */
export type Ended = { readonly output: string; readonly errors: string; readonly code: number | undefined };

/** Running programs. Each leads a process group, so that its child processes can be killed with it. */
const running = new Set<ChildProcess>();

function end(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {} // already exited
}

/** Kills all running programs and their child processes. */
export function endPrograms(): void {
  for (const child of running) end(child);
}

/** Runs a program until it exits. `code` is undefined if the program exceeded the time limit or could not be started. */
export function run(
  [file, ...args]: readonly [string, ...string[]],
  { cwd, env, timeoutMs = 600_000, onOutput }: Options = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    if (child.pid !== undefined) running.add(child);
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput?.(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const timer = setTimeout(() => {
      errors += `\nended after ${timeoutMs / 1_000} s`;
      end(child);
    }, timeoutMs);
    const done = (code: number | undefined) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ output, errors, code });
    };
    child.once('error', (error) => {
      errors += error.message;
      done(undefined);
    });
    child.once('close', (code) => done(code ?? undefined));
  });
}

/**
 * Runs a program to its end.
 * @throws Error with the last part of the program's output, when it does not exit with code 0
 */
export async function runToEnd(command: readonly [string, ...string[]], options?: Options): Promise<void> {
  const { code, output, errors } = await run(command, options);
  if (code !== 0) throw new Error(`${command.join(' ')}\n${`${output}\n${errors}`.trim().slice(-2_000)}`);
}
