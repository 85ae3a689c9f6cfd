import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Returns the CPU seconds that a process and its children have used, children that have ended included. */
export function cpuSeconds(pid: number): number {
  const fields = (each: string) =>
    readFileSync(`/proc/${each}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  const own = fields(String(pid));
  const ended = Number(own[13]) + Number(own[14]);
  const running = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const ticks = [String(pid), ...running].reduce((sum, each) => {
    try {
      return sum + Number(fields(each)[11]) + Number(fields(each)[12]);
    } catch {
      return sum;
    }
  }, ended);
  return ticks / ticksPerSecond;
}
