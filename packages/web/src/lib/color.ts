/** Colours in OKLCH, in which equal lightness looks equally light in every hue, and their contrast by WCAG 2. */

export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number };
type Linear = readonly [red: number, green: number, blue: number];

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** Returns the colour of six hexadecimal digits after `#`; undefined for other texts. */
export function parseHex(text: string): Oklch | undefined {
  const digits = /^#([0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const part = (at: number) => toLinear(Number.parseInt(digits.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = [part(0), part(2), part(4)];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

function linearOf({ lightness, chroma, hue }: Oklch): Linear {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const isInGamut = (color: Linear): boolean => color.every((part) => part >= -0.0001 && part <= 1.0001);

/** Returns the strongest chroma up to `chroma` that screens can show in this hue at each of the lightnesses. */
export function fittingChroma(hue: number, chroma: number, lightnesses: readonly number[]): number {
  let [least, most] = [0, chroma];
  const fits = (tried: number) =>
    lightnesses.every((lightness) => isInGamut(linearOf({ lightness, chroma: tried, hue })));
  if (fits(chroma)) return chroma;
  for (let step = 0; step < 20; step++) {
    const middle = (least + most) / 2;
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/** Returns the relative luminance of a colour by WCAG 2. Parts that screens cannot show are cut off, as browsers do. */
function luminanceOf(color: Oklch): number {
  const [red, green, blue] = linearOf(color);
  const shown = (part: number) => Math.min(1, Math.max(0, part));
  return 0.2126 * shown(red) + 0.7152 * shown(green) + 0.0722 * shown(blue);
}

/** Returns the contrast of two colours by WCAG 2, from 1 to 21. */
export function contrastOf(one: Oklch, other: Oklch): number {
  const [ofOne, ofOther] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(ofOne, ofOther) + 0.05) / (Math.min(ofOne, ofOther) + 0.05);
}
