import { render } from '@parley/markdown';
import { createContext } from '../../packages/markdown/test/context.ts';
import { hostileInputs } from '../../packages/markdown/test/hostile-inputs.ts';
import type { Deployment } from './deployment.ts';
import { type Row, updateTable } from './report.ts';
import { Random } from './requests/random.ts';

/** Maximum CPU time for rendering one message, in milliseconds. */
const limitMs = 50;
/** Maximum length of a message, in characters. */
const size = 10_000;
const randomTexts = 500;

/** Pieces of text that are expensive for some parsers when they are repeated or nested. */
const units = [
  ...['>', '> ', '- ', '1. ', '* ', '+ ', '  ', '\n', '\n\n', '# ', '---\n', '|', '|-|', '\\', ' ', '\t'],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~~',
    '`',
    '``',
    '```',
    '```\n',
    '~~~\n',
    '$$',
    '$',
    ':',
    '::',
    ':tada:',
    ':)',
    '😀',
    '☀',
  ],
  ...['[', ']', '(', ')', '![', '](', '](http://a.bb)', '<', '>', '<a', '</', '&', '&amp;', '&#x', '"', "'"],
  ...[
    '@',
    '@**',
    '@**all**',
    '@_**',
    '@*',
    '#**',
    '#**a>b**',
    '#**a>b@1**',
    '**|7**',
    'http://',
    'https://a.bb/',
    'www.',
  ],
  ...[
    'a@b.cc',
    'ftp://',
    '<time:',
    '<time:2026-01-31T12:00:00Z>',
    '/poll ',
    '/me ',
    '```quote\n',
    '```spoiler x\n',
  ],
  ...[
    '```math\n',
    '```js\n',
    '\\frac{',
    '\\left(',
    '{',
    '}',
    '^',
    'x_1',
    'é',
    'e\u0301',
    '\u200d',
    '\u202e',
    'ß',
    'a',
    'A1',
    '0',
  ],
];

const cpuMs = (run: () => unknown): number => {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
};

/** Returns the minimum CPU time of several runs, because garbage collection or other threads slow down single runs. */
function leastCpuMs(run: () => unknown): number {
  let least = cpuMs(run);
  for (let round = 0; round < 4 && least > limitMs / 4; round++) least = Math.min(least, cpuMs(run));
  return least;
}

function randomText(random: Random): string {
  const chosen = Array.from({ length: 1 + random.below(5) }, () => random.pick(units));
  const pattern = random.next() < 0.6 ? chosen.join('') : undefined;
  let text = '';
  while (text.length < size) text += pattern ?? random.pick(chosen);
  return text.slice(0, size).toWellFormed();
}

/**
 * Renders hostile texts, both chosen and random ones, in this process to measure their CPU time. Sends the chosen ones through
 * the API too. Returns the texts that exceed the limit or get no answer.
 */
export async function measureRendering({ organization }: Deployment): Promise<string[]> {
  const seed = Number(process.env.PARLEY_PROPERTY_SEED ?? Date.now() % 2 ** 31);
  process.stdout.write(`  seed ${seed}\n`);
  const random = new Random(seed);
  const context = createContext();
  const chosen = Object.entries(hostileInputs);
  const texts = [
    ...chosen,
    ...Array.from({ length: randomTexts }, (_, index) => [`random ${index}`, randomText(random)] as const),
  ];
  for (const [, text] of chosen.slice(0, 20)) render(text, context); // lets V8 compile the code
  const failures: string[] = [];
  // Sends the requests before the measurement. The measurement blocks the event loop, so this process would not notice that the
  // server has closed idle connections.
  for (const [name, content] of chosen) {
    const { status } = await organization.owner.api.raw(
      'POST',
      '/messages/render',
      { content },
      AbortSignal.timeout(10_000),
    );
    if (status !== 200 && status !== 400) failures.push(`${name}: status ${status} through the API`);
  }
  let slowest = { name: '', ms: 0 };
  for (const [name, text] of texts) {
    const ms = leastCpuMs(() => render(text, context));
    if (ms > slowest.ms) slowest = { name, ms };
    if (ms > limitMs) failures.push(`${name}: ${ms.toFixed(1)} ms: ${JSON.stringify(text.slice(0, 80))}`);
  }
  const tooSlow = failures.filter((failure) => failure.includes(' ms: ')).length;
  const rows: Row[] = [
    [
      'Texts',
      `${chosen.length} chosen, ${randomTexts} random, up to ${size.toLocaleString('en-US')} characters`,
    ],
    [`Over ${limitMs} ms of CPU`, String(tooSlow)],
    [
      'Slowest',
      `${slowest.ms.toFixed(1)} ms of CPU (${slowest.name.startsWith('random') ? 'a random text' : slowest.name})`,
    ],
  ];
  updateTable(
    'rendering',
    rows,
    rows.map(([key]) => key),
  );
  return failures;
}
