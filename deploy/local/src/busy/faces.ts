/** Pictures of the people of the busy organization: drawn faces, each with looks of its own. */
import { itemAt } from '@parley/core';
import { along, both, Canvas, circle, ellipse, line, outline, rect, type Shape, without } from './canvas.ts';

const size = 256;

/** Color of skin, hair and clothes, style of hair, and what else is to be seen. */
export type Looks = {
  readonly skin: keyof typeof skins;
  readonly hair: keyof typeof hairs;
  readonly style: keyof typeof styles | 'bald';
  readonly has?: readonly ('glasses' | 'beard' | 'freckles' | 'earrings')[];
};

const skins = {
  fair: [0xf6d7c3, 0xe3b79c],
  rosy: [0xf2c4ad, 0xdba48a],
  olive: [0xe0b08c, 0xc79069],
  tan: [0xc98d62, 0xac7148],
  brown: [0x9a6440, 0x7d4d2e],
  deep: [0x6b4329, 0x52311c],
} as const;
const hairs = {
  black: 0x23201f,
  dark: 0x3f2a20,
  brown: 0x6b4429,
  copper: 0xa5512b,
  blond: 0xd9ae62,
  grey: 0x9c9a9b,
  white: 0xe2e0dc,
} as const;
const grounds = [0xf3c969, 0x8fc7c0, 0xf0a58f, 0x9db7e8, 0xc6b0e0, 0xa9cf8d, 0xe8b7cf, 0x8fb8d0] as const;
const clothes = [0x2f4858, 0xb5483f, 0x3f6d5a, 0x51437a, 0xd98a2b, 0x2d5f8b, 0x8a3b5d, 0x4a4a4a] as const;

const around = (count: number, radius: number, from: number, to: number, each: number): Shape[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = ((from + ((to - from) * index) / (count - 1)) * Math.PI) / 180;
    return circle(128 + radius * Math.cos(angle), 112 - radius * Math.sin(angle), each);
  });

/** Hair behind the head, and in front of it. */
const styles = {
  short: { back: [], front: [without(ellipse(128, 104, 55, 58), ellipse(128, 140, 58, 56))] },
  side: { back: [], front: [without(ellipse(128, 102, 57, 58), ellipse(150, 140, 66, 58))] },
  curly: { back: around(9, 54, 0, 180, 21), front: around(7, 50, 25, 155, 15) },
  afro: { back: [circle(128, 92, 78)], front: around(7, 52, 20, 160, 14) },
  bun: {
    back: [circle(128, 40, 25)],
    front: [without(ellipse(128, 102, 56, 58), ellipse(128, 138, 55, 54))],
  },
  long: {
    back: [ellipse(128, 118, 70, 76), rect(58, 118, 140, 96, 34)],
    front: [without(ellipse(128, 100, 56, 57), ellipse(108, 140, 60, 58))],
  },
  bob: {
    back: [ellipse(128, 116, 67, 70), rect(61, 112, 134, 62, 26)],
    front: [without(ellipse(128, 102, 56, 58), ellipse(128, 142, 60, 52))],
  },
  crop: { back: [], front: [without(ellipse(128, 108, 52, 58), ellipse(128, 132, 60, 60))] },
} as const satisfies Readonly<Record<string, { back: readonly Shape[]; front: readonly Shape[] }>>;

const mouth = line(
  along(110, 146, (x) => 152 - ((x - 128) / 18) ** 2 * 9),
  5,
);

/** Draws shoulders, neck, ears and head. */
function drawHead(canvas: Canvas, light: number, shade: number, clothing: number): void {
  canvas
    .fill(ellipse(128, 274, 98, 76), clothing)
    .fill(rect(104, 150, 48, 66, 22), shade)
    .fill(circle(76, 120, 12), light)
    .fill(circle(180, 120, 12), light)
    .fill(ellipse(128, 116, 52, 60), light);
}

/** Draws cheeks, eyes, brows, nose and mouth. */
function drawFeatures(canvas: Canvas, color: number, shade: number): void {
  canvas
    .fill(ellipse(96, 138, 11, 7), 0xe0705c, 0.22)
    .fill(ellipse(160, 138, 11, 7), 0xe0705c, 0.22)
    .fill(ellipse(107, 119, 5, 6), 0x26201e)
    .fill(ellipse(149, 119, 5, 6), 0x26201e)
    .fill(
      line(
        [
          [98, 103],
          [115, 102],
        ],
        4,
      ),
      color,
      0.9,
    )
    .fill(
      line(
        [
          [141, 102],
          [158, 103],
        ],
        4,
      ),
      color,
      0.9,
    )
    .fill(
      line(
        [
          [128, 120],
          [124, 134],
          [131, 135],
        ],
        3,
      ),
      shade,
    )
    .fill(mouth, 0x9c3f3a);
}

const freckles = [
  [97, 130],
  [104, 134],
  [92, 136],
  [152, 134],
  [159, 130],
  [164, 136],
] as const;

/** Draws what only some people have. */
function drawExtras(canvas: Canvas, has: NonNullable<Looks['has']>, shade: number): void {
  if (has.includes('freckles')) for (const [x, y] of freckles) canvas.fill(circle(x, y, 2), shade);
  if (has.includes('earrings')) canvas.fill(circle(75, 136, 5), 0xe7c14b).fill(circle(181, 136, 5), 0xe7c14b);
  if (has.includes('glasses')) {
    canvas
      .fill(outline(circle(107, 119, 17), 4), 0x2b2b33)
      .fill(outline(circle(149, 119, 17), 4), 0x2b2b33)
      .fill(
        line(
          [
            [124, 117],
            [132, 117],
          ],
          4,
        ),
        0x2b2b33,
      );
  }
}

/** Draws the face of a person. @param index of the person, by which neighbours differ in their colors */
export function face({ skin, hair, style, has = [] }: Looks, index: number): Buffer {
  const [light, shade] = skins[skin];
  const color = hairs[hair];
  const { back, front } = style === 'bald' ? { back: [], front: [] } : styles[style];
  const canvas = new Canvas(size, size, itemAt(grounds, (index * 3) % grounds.length));
  for (const shape of back) canvas.fill(shape, color);
  drawHead(canvas, light, shade, itemAt(clothes, (index * 5) % clothes.length));
  if (has.includes('beard')) {
    const jaw = both(ellipse(128, 118, 53, 62), rect(70, 126, 116, 60));
    canvas.fill(without(jaw, ellipse(128, 138, 30, 24)), color).fill(ellipse(128, 140, 22, 6), color);
  }
  for (const shape of front) canvas.fill(shape, color);
  drawFeatures(canvas, color, shade);
  drawExtras(canvas, has, shade);
  return canvas.png();
}
