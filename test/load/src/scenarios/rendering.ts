import { type CompiledLinkifier, compileLinkifier, type RenderContext, render } from '@parley/markdown';
import type { Scenario } from '../bench.ts';
import { median } from '../stats.ts';

const rounds = 20_000;

const rich = [
  'Hi @**Iago**, see #**design>release 2.0** and [the notes](https://example.com/notes?id=4): **three** things',
  'are *open* :smile: and `retry()` still fails in #1234, cc @*support* :tada:',
  '',
  '- check <time:2026-01-31T12:00:00Z>',
  '- merge ~~PR~~ https://git.example.com/a/b/pull/77',
  '- tell @_**Iago|5** about it 👍',
  '',
  'Thanks, that was quick!',
].join('\n');

const linkifiers: CompiledLinkifier[] = [
  compileLinkifier({ id: 1, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://bugs.example.com/{id}' }),
];

const context: RenderContext = {
  findUser: (name) => (name === 'Iago' ? { id: 5, fullName: name } : undefined),
  findGroup: (name) => (name === 'support' ? { id: 20, name } : undefined),
  findChannel: (name) => (name === 'design' ? { id: 7, name } : undefined),
  emoji: (name) => ({ kind: 'unicode', code: name === 'tada' ? '1f389' : '1f604' }),
  linkifiers,
  publicUrl: 'https://chat.example.com',
  imagePreviews: true,
};

/** Measures rendering a message of 300 characters that contains every kind of formatting. */
export const rendering: Scenario = async () => {
  const times: number[] = [];
  for (let round = -rounds / 4; round < rounds; round++) {
    const started = performance.now();
    render(rich, context);
    if (round >= 0) times.push((performance.now() - started) * 1000);
  }
  const value = median(times);
  const method = `${rounds} times the same rich message of ${rich.length} characters, after a warm-up`;
  return [{ name: 'rendering, p50', value, unit: 'µs', aim: '≤ 100 µs', met: value <= 100, method }];
};
