import { emojiCodeToNames, emojiNameToCode, emojiOfCode } from '@parley/markdown/emoji';

const codes = emojiNameToCode();
const names = emojiCodeToNames();

export function emojiWithName(name: string): string | undefined {
  const code = Object.hasOwn(codes, name) ? codes[name] : undefined;
  return code === undefined ? undefined : emojiOfCode(code);
}

export const allEmoji = (): [emoji: string, names: readonly string[]][] =>
  Object.entries(names).map(([code, list]) => [emojiOfCode(code), list]);
