/** A token of KaTeX, the library that renders formulas. */
type Token = { readonly text: string };

/** The definition of a macro in the form of KaTeX. Its tokens are in reverse order. */
type Definition = {
  readonly tokens: readonly Token[];
  readonly numArgs: number;
  readonly delimiters?: string[][];
  /** Set by `\let` for a command that is not a macro. */
  readonly unexpandable?: boolean;
};

/** The needed part of the object that KaTeX passes to a macro which is a function. */
type Expander = { consumeArgs(count: number, delimiters?: string[][]): Token[][] };

/**
 * Returns a table for KaTeX's option `macros`, in which `\def` and similar commands store the macros of a formula. Expansions
 * of these macros may insert `budget` tokens in total; after that they throw. KaTeX itself limits only the number of
 * expansions, but each may multiply the text, because an argument may occur many times in a macro.
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
 * Replaces `#1` to `#9` by arguments, and `##` by `#`. All tokens are in reverse order. Stops after more than `most` tokens.
 * @throws Error for the number of an argument that does not exist
 */
function withArguments(body: readonly Token[], args: readonly Token[][], most: number): Token[] {
  const inserted: Token[] = [];
  for (let at = body.length - 1; at >= 0 && inserted.length <= most; at--) {
    const token = body[at];
    if (token?.text !== '#') {
      if (token) inserted.push(token);
      continue;
    }
    const next = body[--at];
    const argument = next?.text === '#' ? [next] : args[Number(next?.text) - 1];
    if (!argument) throw new Error('The macro names an argument that it does not have.');
    for (const each of argument.toReversed()) inserted.push(each);
  }
  return inserted.reverse();
}
