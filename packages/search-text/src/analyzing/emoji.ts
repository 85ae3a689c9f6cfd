import { emojiCodeToNames, emojiNameToCode } from '@parley/markdown/emoji';

const codes = emojiNameToCode();
const names = emojiCodeToNames();

const charactersOf = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));

export function emojiWithName(name: string): string | undefined {
  const code = Object.hasOwn(codes, name) ? codes[name] : undefined;
  return code === undefined ? undefined : charactersOf(code);
}

export const allEmoji = (): [emoji: string, names: readonly string[]][] =>
  Object.entries(names).map(([code, list]) => [charactersOf(code), list]);
