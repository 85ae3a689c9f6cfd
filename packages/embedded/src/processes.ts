import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether a process with this ID exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processState(pid) !== 'Z';
}

/** The arguments a process was started with, where the system tells (Linux); empty otherwise. */
export function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** The value of a variable in a process's environment, where the system tells (Linux, same user). */
export function environmentOf(pid: number, name: string): string | undefined {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return entries.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
  } catch {
    return undefined;
  }
}

/**
 * Ends a process that is no child of ours: a polite signal, then SIGKILL when it has not gone in time.
 *
 * @param graceMs how long the polite signal may take.
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
 * Tells a process from a later one with the same ID: the boot's clock ticks at its start, where the system tells
 * (Linux); undefined when there is no such process.
 */
export function startMark(pid: number): string | undefined {
  return statFields(pid)?.[19];
}

function processState(pid: number): string | undefined {
  return statFields(pid)?.[0];
}

/** The fields of /proc/<pid>/stat from the third on; the second, the name, may itself contain parentheses. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
