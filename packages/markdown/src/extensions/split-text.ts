import type { MarkdownIt, Token } from 'markdown-it';
import { tokenAt } from '../parser/lines.ts';
import type { RenderState } from '../syntax/state.ts';
import { stateOf } from '../syntax/state.ts';

/** A range of text and what replaces it: a link, or the HTML of a token type that has its own renderer. */
export type Piece = { start: number; end: number } & (
  | { kind: 'link'; href: string; text: string }
  | { kind: 'html'; type: string; html: string }
);

/** Returns the pieces of a text in order, without overlaps. Undefined or an empty list leaves the text unchanged. */
export type FindPieces = (text: string, env: RenderState, md: MarkdownIt) => Piece[] | undefined;

/**
 * Adds a rule that runs `find` on the text of every paragraph and replaces the pieces. It skips code and escaped characters.
 * The text of links is included only with `insideLinks`.
 */
export function splitText(md: MarkdownIt, name: string, find: FindPieces, insideLinks = false): void {
  md.core.ruler.before('text_join', name, (state) => {
    const env = stateOf(state.env);
    for (const block of state.tokens) {
      if (block.type === 'inline' && block.children !== null) {
        block.children = splitChildren(block.children, find, env, md, insideLinks);
      }
    }
  });
}

function splitChildren(
  children: Token[],
  find: FindPieces,
  env: RenderState,
  md: MarkdownIt,
  insideLinks: boolean,
): Token[] {
  let output: Token[] | undefined;
  let linkDepth = 0;
  for (let index = 0; index < children.length; index++) {
    const token = tokenAt(children, index);
    if (token.type === 'link_open') linkDepth++;
    else if (token.type === 'link_close') linkDepth--;
    const pieces =
      token.type === 'text' && token.content !== '' && (insideLinks || linkDepth === 0)
        ? find(token.content, env, md)
        : undefined;
    if (pieces === undefined || pieces.length === 0) {
      output?.push(token);
      continue;
    }
    output ??= children.slice(0, index);
    replace(token, pieces, output);
  }
  return output ?? children;
}

function replace(token: Token, pieces: Piece[], output: Token[]): void {
  const create = (type: string, tag: string, nesting: -1 | 0 | 1, content: string): Token => {
    const TokenClass = token.constructor as new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
    const made = new TokenClass(type, tag, nesting);
    made.content = content;
    made.level = token.level;
    output.push(made);
    return made;
  };
  let done = 0;
  for (const piece of pieces) {
    if (piece.start > done) create('text', '', 0, token.content.slice(done, piece.start));
    done = piece.end;
    if (piece.kind === 'html') {
      create(piece.type, '', 0, piece.html);
      continue;
    }
    create('link_open', 'a', 1, '').attrs = [['href', piece.href]];
    create('text', '', 0, piece.text).level++;
    create('link_close', 'a', -1, '');
  }
  if (done < token.content.length) create('text', '', 0, token.content.slice(done));
}
