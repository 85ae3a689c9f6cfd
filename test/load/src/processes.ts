import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Cluster } from '@parley/test-kit';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Returns the CPU seconds that a process and its descendants have used. PostgreSQL's backends are child processes. */
export function cpuSeconds(pid: number): number {
  return treeOf(pid).reduce((sum, each) => sum + ownCpuSeconds(each), 0);
}

/** Returns the CPU seconds that the processes of a cluster have used, by service. */
export function clusterCpu(cluster: Cluster): Map<string, number> {
  const byService = new Map<string, number>();
  for (const { service, pid } of cluster.processes()) {
    byService.set(service, (byService.get(service) ?? 0) + cpuSeconds(pid));
  }
  return byService;
}

/** Returns how often the threads of a cluster's processes have gone to sleep, by service. */
export function clusterWakeUps(cluster: Cluster): Map<string, number> {
  const byService = new Map<string, number>();
  for (const { service, pid } of cluster.processes()) {
    const slept = treeOf(pid).reduce((sum, each) => sum + sleepsOf(each), 0);
    byService.set(service, (byService.get(service) ?? 0) + slept);
  }
  return byService;
}

export const total = (values: ReadonlyMap<string, number>): number =>
  [...values.values()].reduce((a, b) => a + b, 0);

/**
 * Returns the memory of a process and its descendants in bytes, by command. Pages that several processes share are divided among them
 * (PSS).
 */
export function proportionalBytes(pid: number): Map<string, number> {
  const byCommand = new Map<string, number>();
  for (const each of treeOf(pid)) {
    try {
      const [program = '', script = ''] = readFileSync(`/proc/${each}/cmdline`, 'utf8').split('\0');
      const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1];
      const name = script.split('/').at(-3) ?? program.split('/').at(-1)!.split(':')[0]!;
      byCommand.set(name, (byCommand.get(name) ?? 0) + Number(kilobytes) * 1024);
    } catch {
      // The process has exited.
    }
  }
  return byCommand;
}

/** Returns the resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

function ownCpuSeconds(pid: number): number {
  try {
    // Fields after the process name in parentheses: state (3), utime (14), stime (15), and both times of exited children (16,
    // 17).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) / ticksPerSecond;
  } catch {
    return 0; // The process has exited. Its parent counts its CPU time.
  }
}

function sleepsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
      return sum + Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    }, 0);
  } catch {
    return 0; // The process or thread has exited.
  }
}

function treeOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // The process exited after the directory was listed.
    }
  }
  const tree = [pid];
  for (const each of tree) tree.push(...(children.get(each) ?? []));
  return tree;
}
