/** A token of KaTeX. */
type Token = { readonly text: string };

/** A definition as KaTeX stores it. Its tokens are in reverse order. */
type Definition = {
  readonly tokens: readonly Token[];
  readonly numArgs: number;
  readonly delimiters?: string[][];
  /** Set by `\let` for a command that is no macro. */
  readonly unexpandable?: boolean;
};

/** What KaTeX passes to definitions that are functions. */
type Expander = { consumeArgs(count: number, delimiters?: string[][]): Token[][] };

/**
 * Returns a table of macros for the option `macros` of KaTeX, into which `\def` and its relatives store the macros of a
 * formula. All expansions of these macros together may insert `budget` tokens; the next expansion throws. KaTeX limits
 * only the number of expansions, and each can multiply the text by the number of places at which an argument stands.
 * @see https://katex.org/docs/security.html
 */
export function limitedMacros(budget: number): Record<string, object> {
  let left = budget;
  const expand = ({ tokens, numArgs, delimiters }: Definition, expander: Expander): Definition => {
    const args = numArgs === 0 ? [] : expander.consumeArgs(numArgs, delimiters);
    const inserted = args.length === 0 ? tokens : withArguments(tokens, args, left);
    left -= inserted.length;
    if (left < 0) throw new Error('The macros of this formula insert too much text.');
    return { tokens: inserted, numArgs: 0, ...(numArgs === 0 && delimiters && { delimiters }) };
  };
  return new Proxy<Record<string, object>>(
    {},
    {
      set(table, name: string, value: Definition | ((expander: Expander) => Definition)) {
        const isLimited = typeof value === 'function' || value.unexpandable;
        table[name] = isLimited ? value : (expander: Expander) => expand(value, expander);
        return true;
      },
    },
  );
}

/**
 * Replaces `#1` to `#9` by the arguments, and `##` by `#`. All tokens are in reverse order. Stops when more than `most`
 * tokens are inserted. @throws Error for a number without an argument
 */
function withArguments(body: readonly Token[], args: readonly Token[][], most: number): Token[] {
  const inserted: Token[] = [];
  for (let at = body.length - 1; at >= 0 && inserted.length <= most; at--) {
    const token = body[at]!;
    if (token.text !== '#') {
      inserted.push(token);
      continue;
    }
    const next = body[--at];
    const argument = next?.text === '#' ? [next] : args[Number(next?.text) - 1];
    if (!argument) throw new Error('The macro names an argument that it does not have.');
    for (const each of argument.toReversed()) inserted.push(each);
  }
  return inserted.reverse();
}
