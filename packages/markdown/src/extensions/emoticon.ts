import type { MarkdownIt } from 'markdown-it';
import { mayAdd } from '../syntax/state.ts';
import { emojiHtml } from './emoji.ts';
import { type Piece, splitText } from './split-text.ts';

const names: Record<string, [name: string, code: string]> = {
  ':)': ['smile', '1f642'],
  '(:': ['smile', '1f642'],
  ':(': ['frown', '1f641'],
  '<3': ['heart', '2764'],
  ':|': ['expressionless', '1f611'],
  ':/': ['confused', '1f615'],
  ';)': ['wink', '1f609'],
  ':D': ['grinning', '1f600'],
  ':o': ['open_mouth', '1f62e'],
  ':O': ['open_mouth', '1f62e'],
  ':p': ['stuck_out_tongue', '1f61b'],
  ':P': ['stuck_out_tongue', '1f61b'],
};
const pattern = /(?<![^\s,.;?!()[\]"'])(?::[)(|/DoOpP]|\(:|<3|;\))(?![^\s,.;?!()[\]"'])/g;

/** Renders emoticons such as `:)` between blanks or punctuation as emoji, if the sender has turned this on. */
export function emoticon(md: MarkdownIt): void {
  splitText(md, 'emoticon', (text, env) => {
    if (env.ctx.translateEmoticons !== true) return undefined;
    return Array.from(text.matchAll(pattern)).flatMap((match): Piece[] => {
      const named = names[match[0]];
      if (!named) return [];
      const [name, code] = named;
      const html = emojiHtml(name, { kind: 'unicode', code });
      if (!mayAdd(env, html)) return [];
      return [{ kind: 'html', type: 'emoji', start: match.index, end: match.index + match[0].length, html }];
    });
  });
}
