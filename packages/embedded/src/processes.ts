import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Returns whether a process with this ID exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processState(pid) !== 'Z';
}

/** Returns the arguments of a process on Linux; empty on other systems. */
export function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** Returns the value of a variable in the environment of a process (only on Linux and for the same user). */
export function environmentOf(pid: number, name: string): string | undefined {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return entries.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
  } catch {
    return undefined;
  }
}

/**
 * Ends a process that is not a child of this process: sends a signal, then SIGKILL after `graceMs`.
 *
 * @param graceMs time in milliseconds that the first signal may take
 */
export async function endProcess(pid: number, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  for (const next of [signal, 'SIGKILL'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, next);
    const deadline = performance.now() + graceMs;
    while (isAlive(pid) && performance.now() < deadline) await delay(20);
  }
}

/**
 * Returns the start time of a process in clock ticks since boot, which distinguishes it from a later process with the
 * same ID. Returns undefined when the process does not exist, and on systems other than Linux.
 */
export function startMark(pid: number): string | undefined {
  return statFields(pid)?.[19];
}

/** Returns whether SIGSTOP has stopped every thread of a process (only on Linux). */
export function isFrozen(pid: number): boolean {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.every((thread) => statFields(`${pid}/task/${thread}`)?.[0] === 'T');
}

function processState(pid: number): string | undefined {
  return statFields(pid)?.[0];
}

/**
 * Returns the fields of /proc/<process>/stat from the third on. The second field, the name, may contain parentheses
 * itself.
 */
function statFields(process: number | string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
