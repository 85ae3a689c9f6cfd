import type { MarkdownIt, StateCore } from 'markdown-it';
import { indentListItems } from '../parser/internals.ts';

/** Number of columns by which a line must be indented more than the list marker to belong to the list item. */
const nesting = 2;

/**
 * Adapts lists to team chat. An indentation of two spaces nests a list, even in a numbered list, for which CommonMark requires
 * more. Items of the same list may have different bullets.
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
