/**
 * Measures rendering: prints the median times of two typical messages and of scanning references, and the times of the slowest
 * hostile messages, together with the limits. The exit code is 1 when a limit is exceeded.
 */

import { render, scanReferences } from '../src/index.ts';
import { createContext } from '../test/context.ts';
import { hostileInputs } from '../test/hostile-inputs.ts';

const rich = [
  'Hi @**Iago**, see #**design>release 2.0** and [the notes](https://example.com/notes?id=4): **three** things',
  'are *open* :smile: and `retry()` still fails in #1234, cc @*support* :tada:',
  '',
  '- [ ] check <time:2026-01-31T12:00:00Z>',
  '- merge ~~PR~~ https://git.example.com/a/b/pull/77',
  '- tell @_**Zoe Müller|6** about it 👍',
  '',
  'Thanks, that was quick!',
].join('\n');
const plain = 'Thanks! I will look at it tomorrow morning, the build has been slow since we moved the cache.';

const context = createContext();

function median(run: () => void, rounds: number): number {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)]! * 1000;
}

/** Returns the time of the fastest round in milliseconds, because other processes slowed it down least. */
function best(run: () => void, rounds: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const say = (text: string) => process.stdout.write(`${text}\n`);
let missed = false;

for (const [name, content, limit] of [
  ['rich', rich, 100],
  ['plain', plain, 100],
] as const) {
  median(() => render(content, context), 20_000);
  const time = median(() => render(content, context), 20_000);
  missed ||= time > limit;
  const before = process.cpuUsage();
  for (let round = 0; round < 20_000; round++) render(content, context);
  const used = process.cpuUsage(before);
  const cpu = (used.user + used.system) / 20_000;
  say(
    `${name} message, ${content.length} characters: median ${time.toFixed(1)} µs (limit ${limit} µs), CPU time ${cpu.toFixed(1)} µs`,
  );
}
say(`its references: median ${median(() => scanReferences(rich), 20_000).toFixed(1)} µs`);

const slowest = Object.entries(hostileInputs)
  .map(([name, content]) => ({ name, time: best(() => render(content, context), 7) }))
  .sort((a, b) => b.time - a.time);
for (const { name, time } of slowest.slice(0, 10)) say(`hostile, ${name}: ${time.toFixed(1)} ms`);
missed ||= slowest[0]!.time > 50;
say(`slowest of ${slowest.length} hostile messages: ${slowest[0]!.time.toFixed(1)} ms (limit 50 ms)`);
process.exitCode = missed ? 1 : 0;
