/**
 * The organization's own colours. It chooses hue and strength. The lightness stays that of the client (styles/tokens.css), so that
 * text keeps its contrast in every colour. No DOM.
 */
import { fittingChroma, parseHex } from '../../lib/color.ts';

/** Lightnesses of the accent in tokens.css, in light and dark, from 0 to 1. */
export const accentLightness = { light: 0.5, strong: 0.44, contrast: 0.36 } as const;
/** Lightnesses of the surfaces of the navigation in tokens.css. */
export const sidebarLightness = { surface: 0.27, raised: 0.34, selected: 0.39 } as const;

const maxAccentChroma = 0.19;
const maxSidebarChroma = 0.09;

export type OwnColor = { readonly hue: number; readonly chroma: number };

/** Returns hue and strength of the accent for the organization's colour; undefined when it has chosen none. */
export function accentOf(color: string | undefined): OwnColor | undefined {
  const parsed = parseHex(color ?? '');
  if (!parsed) return undefined;
  const wanted = Math.min(maxAccentChroma, parsed.chroma);
  return { hue: parsed.hue, chroma: fittingChroma(parsed.hue, wanted, Object.values(accentLightness)) };
}

/** Returns hue and strength of the navigation for the organization's colour; undefined when it has chosen none. */
export function sidebarOf(color: string | undefined): OwnColor | undefined {
  const parsed = parseHex(color ?? '');
  if (!parsed) return undefined;
  const wanted = Math.min(maxSidebarChroma, parsed.chroma);
  return { hue: parsed.hue, chroma: fittingChroma(parsed.hue, wanted, Object.values(sidebarLightness)) };
}
