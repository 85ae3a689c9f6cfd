/** Pictures that people of the busy organization took: cats, landscapes, cities. */
import { itemAt } from '@parley/core';
import {
  along,
  below,
  between,
  both,
  Canvas,
  circle,
  ellipse,
  fade,
  line,
  type Point,
  polygon,
  rect,
  type Shape,
  without,
} from './canvas.ts';

type Coat = { readonly fur: number; readonly dark: number; readonly eyes: number };

/** Paints the head of a cat that looks at us. */
function catHead(canvas: Canvas, x: number, y: number, size: number, { fur, dark, eyes }: Coat): void {
  const at = (dx: number, dy: number): Point => [x + dx * size, y + dy * size];
  for (const side of [-1, 1]) {
    canvas
      .fill(polygon([at(side * 0.92, -0.35), at(side * 0.86, -1.28), at(side * 0.2, -0.82)]), fur)
      .fill(polygon([at(side * 0.78, -0.6), at(side * 0.76, -1.05), at(side * 0.4, -0.82)]), 0xe6a9a0);
  }
  canvas.fill(ellipse(x, y, size, size * 0.88), fur);
  for (const stripe of [-0.22, 0, 0.22])
    canvas.fill(line([at(stripe, -0.84), at(stripe * 0.9, -0.52)], size * 0.09), dark);
  for (const side of [-1, 1]) {
    canvas
      .fill(ellipse(x + side * 0.4 * size, y - 0.06 * size, 0.2 * size, 0.21 * size), eyes)
      .fill(ellipse(x + side * 0.4 * size, y - 0.06 * size, 0.07 * size, 0.19 * size), 0x1d1a19)
      .fill(circle(x + side * 0.4 * size + 0.06 * size, y - 0.14 * size, 0.045 * size), 0xffffff);
    for (const tilt of [-0.08, 0.02, 0.12])
      canvas.fill(
        line([at(side * 0.32, 0.32 + tilt / 2), at(side * 1.3, 0.22 + tilt)], size * 0.025),
        0xf7f4ef,
        0.9,
      );
  }
  canvas
    .fill(ellipse(x, y + 0.36 * size, 0.36 * size, 0.24 * size), between(fur, 0xffffff, 0.65))
    .fill(polygon([at(-0.1, 0.2), at(0.1, 0.2), at(0, 0.32)]), 0xd9756b)
    .fill(line([at(0, 0.3), at(-0.14, 0.44)], size * 0.04), dark)
    .fill(line([at(0, 0.3), at(0.14, 0.44)], size * 0.04), dark);
}

/** A cat that lies across a keyboard. */
function catOnKeyboard(): Buffer {
  const coat = { fur: 0xd98b45, dark: 0xa65f2a, eyes: 0x8ecf6d };
  const canvas = new Canvas(900, 560, fade(0xe9dfd0, 0xc8b79e, 0, 560));
  canvas.fill(rect(60, 0, 780, 210, 14), 0x23262f).fill(rect(76, 0, 748, 194, 6), 0x2f3b57);
  for (let row = 0; row < 6; row++)
    canvas.fill(
      rect(110, 24 + row * 27, 150 + ((row * 137) % 260), 9, 4),
      itemAt([0x7aa2f7, 0x9ece6a, 0xe0af68], row % 3),
    );
  canvas.fill(rect(110, 300, 700, 230, 22), 0xf4f3f1).fill(rect(110, 518, 700, 14, 7), 0xb9ae9d);
  for (let row = 0; row < 4; row++)
    for (let key = 0; key < 13; key++) canvas.fill(rect(132 + key * 51, 320 + row * 49, 42, 40, 8), 0xdcd8d2);
  canvas
    .fill(
      line(
        along(640, 830, (x) => 400 + 60 * Math.sin((x - 640) / 70), 30),
        46,
      ),
      coat.fur,
    )
    .fill(ellipse(500, 400, 230, 112), coat.fur);
  for (const x of [430, 490, 550, 610])
    canvas.fill(
      line(
        along(x - 10, x + 26, (at) => 300 + (at - x) * 2.1, 8),
        15,
      ),
      coat.dark,
      0.75,
    );
  canvas.fill(ellipse(330, 486, 84, 30), coat.fur).fill(ellipse(452, 496, 78, 28), coat.fur);
  catHead(canvas, 318, 352, 104, coat);
  return canvas.png();
}

/** A grey cat that sits in a box that is too small. */
function catInBox(): Buffer {
  const coat = { fur: 0x8b8f98, dark: 0x5d616b, eyes: 0xf0c04a };
  const canvas = new Canvas(760, 600, fade(0xdfe8ea, 0xc4d3d6, 0, 600));
  canvas
    .fill(rect(0, 470, 760, 130), 0xb98d63)
    .fill(ellipse(380, 512, 290, 34), 0x8d6741, 0.6)
    .fill(ellipse(380, 330, 176, 150), coat.fur)
    .fill(
      polygon([
        [170, 330],
        [120, 250],
        [250, 300],
      ]),
      0xc99a5f,
    )
    .fill(
      polygon([
        [590, 330],
        [640, 250],
        [510, 300],
      ]),
      0xc99a5f,
    )
    .fill(rect(170, 330, 420, 180, 4), 0xd9ad72)
    .fill(rect(170, 330, 420, 16), 0xb98a51)
    .fill(rect(330, 346, 100, 164), 0xe7c793)
    .fill(ellipse(276, 338, 50, 26), coat.fur)
    .fill(ellipse(484, 338, 50, 26), coat.fur);
  catHead(canvas, 380, 216, 118, coat);
  return canvas.png();
}

const stars = (
  canvas: Canvas,
  count: number,
  [left, right, bottom]: readonly [number, number, number],
): void => {
  for (let index = 0; index < count; index++) {
    const x = left + ((index * 7919) % (right - left));
    const y = 60 + ((index * index * 31 + index * 101) % (bottom - 60));
    canvas.fill(circle(x, y, 0.8 + (index % 3) * 0.6), 0xfdf6dc, 0.85);
  }
};

function drawCatFromBehind(canvas: Canvas): void {
  const fur = 0x1b1a22;
  canvas
    .fill(ellipse(250, 424, 84, 100), fur)
    .fill(ellipse(250, 308, 58, 52), fur)
    .fill(
      polygon([
        [200, 300],
        [206, 238],
        [246, 270],
      ]),
      fur,
    )
    .fill(
      polygon([
        [300, 300],
        [294, 238],
        [254, 270],
      ]),
      fur,
    )
    .fill(
      line(
        along(320, 470, (x) => 500 + 22 * Math.sin((x - 320) / 38)),
        24,
      ),
      fur,
    );
}

/** A black cat from behind, who looks out at the moon. */
function catAtWindow(): Buffer {
  const canvas = new Canvas(720, 620, 0x4a3550);
  const sky: Shape = rect(110, 50, 500, 430, 4);
  canvas.fill(sky, fade(0x16264e, 0x6d5a8e, 50, 480));
  stars(canvas, 60, [116, 604, 340]);
  canvas
    .fill(circle(470, 150, 56), 0xfaf0c8)
    .fill(circle(452, 138, 12), 0xe9dca9)
    .fill(
      both(
        below((x) => 400 - 30 * Math.sin(x / 60), 350),
        sky,
      ),
      0x24294a,
    )
    .fill(rect(352, 50, 16, 430), 0xf1e6da)
    .fill(rect(110, 250, 500, 14), 0xf1e6da);
  for (const [left, top, width, height] of [
    [86, 26, 548, 24],
    [86, 480, 548, 26],
    [86, 26, 24, 480],
    [610, 26, 24, 480],
  ] as const)
    canvas.fill(rect(left, top, width, height), 0xf6ece1);
  canvas.fill(rect(40, 500, 640, 40, 6), 0xe2d2c2).fill(rect(40, 536, 640, 84), 0x3c2a43);
  drawCatFromBehind(canvas);
  return canvas.png();
}

const tree = (canvas: Canvas, x: number, y: number, size: number, color: number): void => {
  canvas
    .fill(rect(x - size * 0.07, y - size * 0.3, size * 0.14, size * 0.5, 3), 0x5b3b28)
    .fill(circle(x, y - size * 0.62, size * 0.4), color)
    .fill(circle(x - size * 0.26, y - size * 0.42, size * 0.28), between(color, 0x000000, 0.1))
    .fill(circle(x + size * 0.26, y - size * 0.44, size * 0.28), between(color, 0xffffff, 0.12));
};

/** Hills in autumn. */
function autumn(): Buffer {
  const canvas = new Canvas(960, 600, fade(0xf9d9a0, 0xfbeed2, 0, 400));
  const colors = [0xe8b98a, 0xd98f4e, 0xb8652f, 0x7d4526];
  canvas.fill(circle(690, 150, 62), 0xfff4cf).fill(circle(690, 150, 110), 0xfff4cf, 0.25);
  for (const [index, color] of colors.entries()) {
    const hill = (x: number) =>
      290 + index * 74 + (46 - index * 4) * Math.sin(x / (150 - index * 18) + index * 1.9);
    canvas.fill(below(hill, 200), color);
    for (let each = 0; each < 5 + index * 2; each++) {
      const x = (each * 223 + index * 97) % 960;
      tree(
        canvas,
        x,
        hill(x) + 6,
        34 + index * 22,
        itemAt([0xc8452b, 0xe39a2c, 0xd9692b, 0xf0c04a], (each + index) % 4),
      );
    }
  }
  return canvas.png();
}

/** A lake between mountains, which lie in it once more. */
function lake(): Buffer {
  const canvas = new Canvas(960, 600, fade(0x9ec7e8, 0xf3e3d3, 0, 330));
  const ridge = (x: number) => 300 - 150 * Math.abs(Math.sin(x / 140)) - 40 * Math.abs(Math.sin(x / 47 + 1));
  const near = (x: number) => 322 - 60 * Math.abs(Math.sin(x / 210 + 2));
  const snow = (x: number, y: number) => (y < 205 + 14 * Math.sin(x / 9) ? 0xf7f8fb : 0x6f86a3);
  canvas.fill(below(ridge, 90), snow).fill(below(near, 240), 0x3f5d52);
  const water: Shape = rect(0, 330, 960, 270);
  canvas.fill(water, fade(0xd8d3cf, 0x3d6f93, 330, 600)).fill(
    without(
      water,
      below((x) => 660 - ridge(x) * 1.05, 330),
    ),
    0x5f7e9c,
    0.5,
  );
  for (let index = 0; index < 26; index++)
    canvas.fill(rect((index * 173) % 960, 350 + index * 9, 60 + (index % 5) * 26, 2, 1), 0xffffff, 0.28);
  canvas
    .fill(
      polygon([
        [420, 452],
        [560, 452],
        [536, 480],
        [444, 480],
      ]),
      0xa8462f,
    )
    .fill(rect(486, 380, 5, 74), 0x4a3324)
    .fill(
      polygon([
        [494, 386],
        [494, 446],
        [546, 446],
      ]),
      0xfbf7ee,
    );
  return canvas.png();
}

/** A city at night, with light in its windows. @param isDusk whether the sun has only just gone */
function city(isDusk: boolean): Buffer {
  const canvas = new Canvas(
    960,
    560,
    isDusk ? fade(0x33497f, 0xf2a777, 0, 460) : fade(0x0d1433, 0x3a2f5c, 0, 560),
  );
  if (isDusk) canvas.fill(circle(300, 420, 70), 0xffd9a0);
  else {
    stars(canvas, 110, [0, 960, 300]);
    canvas.fill(circle(760, 110, 46), 0xf6efcf);
  }
  const colors = isDusk ? [0x7d6189, 0x51446f, 0x2c2947] : [0x2b2c55, 0x1d1e42, 0x11122c];
  for (const [layer, color] of colors.entries()) {
    for (let index = 0; index < 14; index++) {
      const width = 54 + ((index * 37 + layer * 23) % 46);
      const left = index * 72 - 20 + layer * 17;
      const top = 190 + layer * 88 + ((index * 91 + layer * 57) % 130);
      canvas.fill(rect(left, top, width, 560 - top), color);
      for (let window = 0; window < 40; window++) {
        const [x, y] = [left + 8 + (window % 4) * (width / 4.4), top + 14 + Math.floor(window / 4) * 22];
        const isLit = (window * 7 + index * 13 + layer * 5) % 11 < (isDusk ? 2 : 4);
        if (isLit && y < 545) canvas.fill(rect(x, y, 8, 11, 1), 0xffd97a, 0.9);
      }
    }
  }
  return canvas.png();
}

function drawChopsticks(canvas: Canvas): void {
  canvas
    .fill(
      line(
        [
          [560, 40],
          [430, 470],
        ],
        12,
      ),
      0xd9b27c,
    )
    .fill(
      line(
        [
          [600, 60],
          [470, 490],
        ],
        12,
      ),
      0xd9b27c,
    );
}

/** A bowl of noodles, from above. */
function noodles(): Buffer {
  const canvas = new Canvas(720, 540, 0x6d4b3a);
  for (let plank = 0; plank < 6; plank++) canvas.fill(rect(0, plank * 92, 720, 3), 0x543729);
  canvas
    .fill(ellipse(364, 284, 222, 216), 0x402a20, 0.45)
    .fill(circle(356, 268, 214), 0x2f4f6f)
    .fill(circle(356, 268, 188), 0xf3e6cf)
    .fill(circle(356, 268, 180), 0xc98a3f);
  for (let index = 0; index < 15; index++)
    canvas.fill(
      line(
        along(210, 480, (x) => 190 + index * 11 + 17 * Math.sin(x / 26 + index)),
        8,
      ),
      index % 2 === 0 ? 0xf4dc9a : 0xe9c878,
    );
  for (const [x, y] of [
    [284, 200],
    [440, 330],
  ] as const)
    canvas.fill(ellipse(x, y, 52, 42), 0xfdfbf4).fill(circle(x + 3, y, 22), 0xf2a531);
  for (let index = 0; index < 18; index++)
    canvas
      .fill(circle(410 + ((index * 41) % 110), 176 + ((index * 29) % 90), 8), 0x4f9d57)
      .fill(circle(410 + ((index * 41) % 110), 176 + ((index * 29) % 90), 4), 0xc98a3f);
  drawChopsticks(canvas);
  return canvas.png();
}

/** Pictures by the names of their files. */
export const scenes = {
  'Biscuit at work.png': catOnKeyboard,
  'if it fits.png': catInBox,
  'Nuit.png': catAtWindow,
  'Harz.png': autumn,
  'lake on Sunday.png': lake,
  'from the window.png': () => city(true),
  'night shift.png': () => city(false),
  'noodles.png': noodles,
} as const satisfies Readonly<Record<string, () => Buffer>>;
