/** Files of the busy organization. Pictures are drawn here, so that the repository needs no image files. */
import { createHash } from 'node:crypto';
import { encodePng } from '@parley/core';

export type BusyFile = {
  readonly key: string;
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly isPicture: boolean;
  readonly bytes: Buffer;
};

/** A function that returns the index of a colour for each point. */
type Drawing = (x: number, y: number) => number;

function picture(
  name: string,
  palette: readonly number[],
  [width, height]: [number, number],
  draw: Drawing,
): BusyFile {
  const row = width + 1;
  const rows = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rows[y * row + x + 1] = draw(x, y);
  return file(
    name,
    'image/png',
    Buffer.from(encodePng({ width, height, bitsPerPixel: 8, palette, rows })),
    true,
  );
}

function file(name: string, type: string, bytes: Buffer, isPicture = false): BusyFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    key: `file:${name}`,
    name,
    path: `files/${name}`,
    type,
    size: bytes.length,
    sha256,
    isPicture,
    bytes,
  };
}

/** A curve over bars, as dashboards show them. */
const chart =
  (base: number, swing: number): Drawing =>
  (x, y) => {
    const curve = base - swing * Math.sin(x / 47) - (swing / 2) * Math.sin(x / 13);
    if (Math.abs(y - curve) < 3) return 3;
    if (y % 60 === 0 || x % 120 === 0) return 1;
    return y > curve ? 2 : 0;
  };

/** A window with a menu, a heading, a list and a button. */
const sketch: Drawing = (x, y) => {
  if (y < 44) return 2;
  if (x < 160) return y % 48 > 14 && y % 48 < 32 && x > 24 && x < 130 ? 1 : 0;
  if (y > 76 && y < 104 && x > 200 && x < 480) return 3;
  if (y > 400 && y < 448 && x > 200 && x < 360) return 3;
  if (y > 130 && y < 380 && (y - 130) % 50 < 30 && x > 200 && x < 740) return 1;
  return 0;
};

const blues = [0xffffff, 0xe3e8f4, 0xcdd6f0, 0x3f51b5] as const;
const reds = [0xfffaf7, 0xf1e2da, 0xf6cfbd, 0xc2410c] as const;
const greens = [0xfbfdf9, 0xdfe9da, 0xcfe3c4, 0x2f7d32] as const;
const dusk = Array.from({ length: 64 }, (_, index) => {
  const part = index / 63;
  const channel = (from: number, to: number) => Math.round(from + (to - from) * part);
  return (channel(24, 250) << 16) | (channel(32, 170) << 8) | channel(80, 110);
});
const skyline: Drawing = (x, y) => {
  const roof = 300 - 60 * Math.abs(Math.sin(x / 90)) - 40 * Math.abs(Math.sin(x / 31));
  return y > roof ? 0 : Math.min(63, Math.floor((y / 420) * 64));
};

const text = (name: string, type: string, lines: readonly string[]) =>
  file(name, type, Buffer.from(`${lines.join('\n')}\n`));

export const busyFiles: readonly BusyFile[] = [
  picture('latency.png', blues, [960, 360], chart(200, 70)),
  picture('errors.png', reds, [960, 320], chart(250, 30)),
  picture('orders.png', greens, [720, 405], chart(180, 90)),
  picture('returns page.png', blues, [800, 480], sketch),
  picture('empty state.png', greens, [800, 480], sketch),
  picture('from the window.png', dusk, [960, 420], skyline),
  text('minutes.md', 'text/markdown', [
    '# Minutes',
    '',
    '* Returns in two clicks: decided, starts in January.',
    '* Gift cards: after the audit.',
    '* Next meeting: Thursday, 10:00.',
  ]),
  text('orders by country.csv', 'text/csv', [
    'country,orders,returns',
    'DE,18231,1102',
    'FR,9120,640',
    'ES,7411,512',
    'JP,5230,98',
    'BR,4810,377',
  ]),
  text('questionnaire.txt', 'text/plain', [
    '1. Where is data stored? In the region that the customer chooses.',
    '2. Who has access? Two people on call, with second factors.',
    '3. How are backups tested? Every night, by a restore.',
  ]),
  text('rollback.sh', 'application/x-sh', [
    '#!/usr/bin/env bash',
    'set -euo pipefail',
    'release="$(kubectl -n shop get deploy orders -o jsonpath={.metadata.annotations.previous})"',
    'kubectl -n shop set image deploy/orders orders="registry.example/orders:$release"',
  ]),
];
