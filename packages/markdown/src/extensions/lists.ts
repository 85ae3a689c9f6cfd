import type { MarkdownIt, StateCore } from 'markdown-it';
import { indentListItems } from '../parser/internals.ts';

/** Number of columns behind a list item's marker from which a line belongs to the item. */
const nesting = 2;

/**
 * Configures lists for team chat. An indentation of two spaces nests a list, also in a numbered list, where CommonMark
 * requires more. Items of one list may have different bullets.
 */
export function lists(md: MarkdownIt): void {
  indentListItems(md, (markerColumn) => markerColumn + nesting);
  md.core.ruler.after('block', 'merge_lists', mergeBulletLists);
}

function mergeBulletLists(state: StateCore): void {
  const { tokens } = state;
  let length = 0;
  for (const token of tokens) {
    const last = tokens[length - 1];
    if (
      token.type === 'bullet_list_open' &&
      length > 0 &&
      last!.type === 'bullet_list_close' &&
      last!.level === token.level
    ) {
      length--;
      continue;
    }
    tokens[length++] = token;
  }
  tokens.length = length;
}
