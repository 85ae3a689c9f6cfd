import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Returns whether a process with this ID is running. A zombie process is not. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processState(pid) !== 'Z';
}

/** Returns the command line of a process; empty on systems other than Linux, and for unknown processes. */
export function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** Undefined when it cannot be read. Works only on Linux, for processes of the same user. */
export function environmentOf(pid: number, name: string): string | undefined {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return entries.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
  } catch {
    return undefined;
  }
}

/** No child of this process. SIGKILL if it still runs after `graceMs`. */
export async function endProcess(pid: number, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  for (const next of [signal, 'SIGKILL'] as const) {
    if (!isAlive(pid) || !sendSignal(pid, next)) return;
    const deadline = performance.now() + graceMs;
    while (isAlive(pid) && performance.now() < deadline) await delay(20);
  }
}

/** False if the process had already ended. @throws Error with the code EPERM if this process may not send it */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

/** Returns the start of a process in clock ticks since boot, because process IDs are used again; undefined outside of Linux. */
export function startMark(pid: number): string | undefined {
  return statFields(pid)?.[19];
}

/** Returns whether SIGSTOP has stopped all threads of a process. It works only on Linux. */
export function isFrozen(pid: number): boolean {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.every((thread) => statFields(`${pid}/task/${thread}`)?.[0] === 'T');
}

function processState(pid: number): string | undefined {
  return statFields(pid)?.[0];
}

/** Without the first two: the name of the program may contain blanks and parentheses. */
function statFields(process: number | string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
