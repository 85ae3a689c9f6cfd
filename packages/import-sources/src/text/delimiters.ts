import { itemAt } from '@parley/core';
import { type Inline, text } from './tree.ts';

/** Kinds of emphasis. */
export type Emphasis = 'strong' | 'emphasis' | 'strike';

/** A piece of a line: something finished, or a sign that may begin or end emphasis. */
export type Token =
  | { readonly node: Inline }
  | { readonly text: string }
  | {
      readonly sign: string;
      readonly kind: Emphasis;
      readonly canOpen: boolean;
      readonly canClose: boolean;
    };

export const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/**
 * Joins the tokens of a line. A sign that may open reaches to the next equal one that may close; without one it is text. Emphasis of one
 * kind does not nest. The time is proportional to the number of tokens.
 */
export function joinTokens(tokens: readonly Token[]): Inline[] {
  const closers = new Map<string, number[]>();
  tokens.forEach((token, index) => {
    if (!('sign' in token) || !token.canClose) return;
    const known = closers.get(token.sign);
    if (known) known.push(index);
    else closers.set(token.sign, [index]);
  });
  const read = (from: number, to: number, open: ReadonlySet<Emphasis>): Inline[] => {
    const nodes: Inline[] = [];
    for (let index = from; index < to; index++) {
      const token = itemAt(tokens, index);
      if ('node' in token) nodes.push(token.node);
      else if ('text' in token) nodes.push(text(token.text));
      else {
        const end =
          token.canOpen && !open.has(token.kind) ? firstAbove(closers.get(token.sign), index + 1) : undefined;
        if (end === undefined || end >= to) nodes.push(text(token.sign));
        else {
          nodes.push({ type: token.kind, children: read(index + 1, end, new Set([...open, token.kind])) });
          index = end;
        }
      }
    }
    return nodes;
  };
  return read(0, tokens.length, new Set());
}

/** Returns the first number above another in a sorted list. */
function firstAbove(numbers: readonly number[] | undefined, limit: number): number | undefined {
  if (!numbers) return undefined;
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(numbers, middle) > limit) high = middle;
    else low = middle + 1;
  }
  return numbers[low];
}
