import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, type Oklch, parseHex } from '../../lib/color.ts';
import { accentLightness, accentOf, sidebarLightness, sidebarOf } from './own-look.ts';

const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const gray = (lightness: number): Oklch => ({ lightness, chroma: 0.006, hue: 275 });
/** Least contrast of text (WCAG 2.2 AA). */
const enough = 4.5;
const tokens = readFileSync(join(import.meta.dirname, '../../styles/tokens.css'), 'utf8');

describe('the colours of an organization', () => {
  it('are told from other texts', () => {
    expect(accentOf(undefined)).toBeUndefined();
    expect(accentOf('')).toBeUndefined();
    expect(sidebarOf('red')).toBeUndefined();
    expect(parseHex('#ffffff')!.lightness).toBeCloseTo(1, 3);
    expect(parseHex('#ff0000')!.hue).toBeCloseTo(29.2, 0);
    expect(contrastOf(parseHex('#ffffff')!, parseHex('#000000')!)).toBeCloseTo(21, 1);
  });

  it('give every accent enough contrast as text, and as a surface of text', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const { hue, chroma } = accentOf(color)!;
        const light = { lightness: accentLightness.light, chroma, hue };
        const dark = { lightness: 0.76, chroma: Math.min(0.11, chroma), hue };
        // On the surfaces of light and dark, on the soft accent, and with the text on buttons
        expect(contrastOf(light, gray(1))).toBeGreaterThan(enough);
        expect(contrastOf(light, gray(0.942))).toBeGreaterThan(enough);
        expect(contrastOf(light, { lightness: 0.94, chroma: Math.min(0.028, chroma), hue })).toBeGreaterThan(
          enough,
        );
        expect(contrastOf(dark, gray(0.28))).toBeGreaterThan(enough);
        expect(contrastOf(dark, { lightness: 0.32, chroma: Math.min(0.055, chroma), hue })).toBeGreaterThan(
          enough,
        );
        expect(contrastOf(dark, { lightness: 0.2, chroma: 0.03, hue: 275 })).toBeGreaterThan(enough);
      }),
      { numRuns: 2_000 },
    );
  });

  it('give every navigation enough contrast for all of its texts', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const { hue, chroma } = sidebarOf(color)!;
        for (const lightness of Object.values(sidebarLightness)) {
          // The two stronger texts of dark surfaces
          for (const text of [0.93, 0.84]) {
            expect(contrastOf({ lightness, chroma, hue }, gray(text))).toBeGreaterThan(enough);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('have the lightnesses of the styles', () => {
    const percent = (lightness: number) => `oklch(${Math.round(lightness * 100)}% `;
    for (const lightness of Object.values(accentLightness))
      expect(tokens).toContain(`${percent(lightness)}var(--accent-chroma) var(--accent-hue))`);
    for (const lightness of Object.values(sidebarLightness))
      expect(tokens).toContain(`${percent(lightness)}var(--sidebar-chroma) var(--sidebar-hue))`);
  });
});
