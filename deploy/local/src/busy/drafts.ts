/** Pictures of work: screens that are being designed, charts, and a flame graph. */
import { itemAt } from '@parley/core';
import { below, both, Canvas, circle, curveLine, ellipse, line, polygon, rect } from './canvas.ts';

const ink = 0x2b2f3a;
const grey = 0xd8dbe3;
const accent = 0x4b5bd6;

function phone(canvas: Canvas, left: number): void {
  canvas.fill(rect(left, 40, 300, 560, 36), ink).fill(rect(left + 12, 52, 276, 536, 26), 0xffffff);
  canvas.fill(rect(left + 36, 84, 120, 18, 5), ink).fill(rect(left + 12, 124, 276, 2), grey);
}

/** The checkout before and after: the button has come into view. */
function checkout(): Buffer {
  const canvas = new Canvas(860, 640, 0xeef0f6);
  for (const [left, isAfter] of [
    [90, false],
    [470, true],
  ] as const) {
    phone(canvas, left);
    const fields = isAfter ? 3 : 5;
    for (let index = 0; index < fields; index++) {
      const y = 150 + index * 78;
      canvas
        .fill(rect(left + 36, y, 90 + ((index * 37) % 60), 10, 4), 0x9aa0b0)
        .fill(rect(left + 36, y + 18, 228, 40, 8), grey)
        .fill(rect(left + 38, y + 20, 224, 36, 7), 0xffffff);
    }
    const top = isAfter ? 404 : 548;
    canvas
      .fill(rect(left + 36, top, 228, isAfter ? 52 : 38, 10), accent)
      .fill(rect(left + 108, top + (isAfter ? 21 : 15), 84, 10, 4), 0xffffff);
    if (isAfter)
      canvas
        .fill(rect(left + 36, 474, 170, 10, 4), 0x9aa0b0)
        .fill(rect(left + 36, 494, 120, 10, 4), 0x9aa0b0);
  }
  return canvas.png();
}

/** Draws an open box, from which dots rise. */
function drawOpenBox(canvas: Canvas): void {
  canvas
    .fill(ellipse(430, 330, 130, 16), 0xe3e7f2)
    .fill(
      polygon([
        [330, 220],
        [430, 260],
        [430, 340],
        [330, 300],
      ]),
      0xb9c2ee,
    )
    .fill(
      polygon([
        [530, 220],
        [430, 260],
        [430, 340],
        [530, 300],
      ]),
      0x98a4e4,
    )
    .fill(
      polygon([
        [330, 220],
        [430, 182],
        [530, 220],
        [430, 260],
      ]),
      0xdfe3f9,
    )
    .fill(
      polygon([
        [330, 220],
        [300, 190],
        [402, 152],
        [430, 182],
      ]),
      0xcdd4f5,
    )
    .fill(
      polygon([
        [530, 220],
        [560, 190],
        [458, 152],
        [430, 182],
      ]),
      0xcdd4f5,
    )
    .fill(circle(586, 130, 9), 0xf2b84b)
    .fill(circle(272, 262, 7), 0xe7755f)
    .fill(circle(300, 118, 6), 0x67b58b);
}

/** What a list says when nothing is in it. */
function emptyState(): Buffer {
  const canvas = new Canvas(860, 540, 0xfafbfd);
  canvas
    .fill(rect(0, 0, 860, 60), 0xffffff)
    .fill(rect(0, 59, 860, 2), grey)
    .fill(rect(36, 22, 130, 16, 5), ink);
  drawOpenBox(canvas);
  canvas
    .fill(rect(310, 380, 240, 18, 6), ink)
    .fill(rect(270, 412, 320, 12, 5), 0x9aa0b0)
    .fill(rect(350, 448, 160, 44, 10), accent);
  return canvas.png();
}

function giftCards(): Buffer {
  const canvas = new Canvas(900, 420, 0xf4f1ec);
  for (const [index, color] of [0xe7755f, 0x3f6d5a, 0x51437a].entries()) {
    const left = 48 + index * 278;
    const card = rect(left, 110, 250, 160, 18);
    canvas.fill(rect(left + 4, 120, 250, 160, 18), 0xd8d2c8).fill(card, color);
    canvas.fill(both(circle(left + 214, 130, 90), card), 0xffffff, 0.14);
    canvas
      .fill(rect(left + 24, 134, 84, 14, 5), 0xffffff)
      .fill(rect(left + 24, 232, 60, 14, 5), 0xffffff, 0.8)
      .fill(
        line(
          [
            [left + 160, 200],
            [left + 196, 176],
            [left + 178, 212],
            [left + 226, 196],
          ],
          7,
        ),
        0xffe3a8,
      );
  }
  return canvas.png();
}

/** A chart with a grid and a curve. @param span the part of the time, from 0 to 1, that is marked */
function chart(curve: (part: number) => number, color: number, span?: readonly [number, number]): Buffer {
  const [width, height] = [960, 400];
  const canvas = new Canvas(width, height, 0xffffff);
  const x = (part: number) => 60 + part * 860;
  if (span) canvas.fill(rect(x(span[0]), 30, x(span[1]) - x(span[0]), 320), 0xfde7e0);
  for (let row = 0; row <= 4; row++) canvas.fill(rect(60, 30 + row * 80, 860, 1), 0xe4e7ee);
  for (let row = 0; row <= 4; row++) canvas.fill(rect(20, 26 + row * 80, 28, 8, 3), 0xc3c8d4);
  for (let column = 0; column <= 8; column++) canvas.fill(rect(56 + column * 107, 364, 30, 8, 3), 0xc3c8d4);
  const y = (at: number) => 350 - 300 * curve((at - 60) / 860);
  const area = both(below(y, 20), rect(60, 30, 860, 320));
  return canvas
    .fill(area, color, 0.14)
    .fill(curveLine(y, [60, 920], 4), color)
    .png();
}

const noise = (part: number): number => 0.02 * Math.sin(part * 90) + 0.015 * Math.sin(part * 213);
const bump = (part: number, from: number, to: number): number =>
  1 / (1 + Math.exp(-(part - from) * 60)) - 1 / (1 + Math.exp(-(part - to) * 45));

/** Where the time goes: calls above what called them. */
function flameGraph(): Buffer {
  const canvas = new Canvas(960, 380, 0xffffff);
  const draw = (left: number, width: number, depth: number, seed: number): void => {
    if (width < 14 || depth > 8) return;
    const color = itemAt([0xf6b26b, 0xf28b50, 0xe8673c, 0xf9cb7f, 0xef7f4a], (seed + depth) % 5);
    const top = 340 - depth * 38;
    canvas.fill(rect(left, top, width - 2, 35, 3), color);
    if (width > 60)
      canvas.fill(rect(left + 8, top + 13, Math.min(width - 24, 60 + (seed % 4) * 22), 8, 3), 0x5a2d16, 0.55);
    const parts = itemAt([[0.62, 0.3], [0.25, 0.58], [0.9], [0.45, 0.2, 0.25]], seed % 4);
    let at = left;
    for (const [index, part] of parts.entries()) {
      draw(at, width * part, depth + 1, seed * 3 + index + 1);
      at += width * part;
    }
  };
  draw(20, 920, 0, 3);
  return canvas.png();
}

/** Pictures by the names of their files. */
export const drafts = {
  'checkout, before and after.png': checkout,
  'empty state.png': emptyState,
  'gift cards.png': giftCards,
  'payments, Friday.png': () =>
    chart((part) => 0.16 + noise(part) + 0.62 * bump(part, 0.42, 0.66), 0xc2410c, [0.42, 0.66]),
  'export, before and after.png': () =>
    chart((part) => 0.78 - 0.6 * bump(part, 0.55, 2) + noise(part), 0x2f7d32),
  'orders.png': () => chart((part) => 0.35 + 0.22 * Math.sin(part * 18) + noise(part), 0x3f51b5),
  'flame graph.png': flameGraph,
} as const satisfies Readonly<Record<string, () => Buffer>>;
