import type { MarkdownIt } from 'markdown-it';

/** Leaves out line breaks between the text of a list item and a block beside it. Phone apps show them as empty lines. */
export function lineBreaks(md: MarkdownIt): void {
  const { renderer } = md;
  renderer.render = (tokens, options, env) => {
    const parts: string[] = [];
    for (const [index, token] of tokens.entries()) {
      const rule = renderer.rules[token.type];
      let html: string;
      if (token.type === 'inline') html = renderer.renderInline(token.children ?? [], options, env);
      else if (rule !== undefined) html = rule(tokens, index, options, env, renderer);
      else html = renderer.renderToken(tokens, index, options);
      // The parser hides the paragraphs of items without empty lines between them.
      const last = parts.at(-1);
      const beginsText = token.type === 'paragraph_open' && token.hidden;
      if (beginsText && last?.endsWith('\n') && last.length > 1) parts[parts.length - 1] = last.slice(0, -1);
      parts.push(html.startsWith('\n') ? html.slice(1) : html);
    }
    return parts.join('');
  };
}
