import { errors, itemAt } from '@parley/core';
import type { ChannelId } from '@parley/rules';

const palette = [
  '#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55', '#b0a5fd', '#addfe5',
  '#f5ce6e', '#c2726a', '#94c849', '#bd86e5', '#ee7e4a', '#a6dcbf', '#95a5fd', '#53a063',
  '#9987e1', '#e4523d', '#c2c2c2', '#4f8de4', '#c6a8ad', '#e7cc4d', '#c8bebf', '#a47462',
] as const; // biome-ignore format: a table

/** The same for all subscribers, so that one object in an event serves all of them. */
export const channelColor = (channelId: ChannelId): string => itemAt(palette, channelId % palette.length);

/** `#rrggbb` in lower case, or null when the text is empty. @throws BAD_REQUEST */
export function parseColor(given: string): string | null {
  if (given === '') return null;
  const match = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(given.trim());
  if (!match) throw errors.badRequest('color is not a valid hex color code');
  const digits = (match[1] ?? '').toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}
