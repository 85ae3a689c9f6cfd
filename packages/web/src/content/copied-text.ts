/**
 * Decides what copying a part of the list of messages puts into the clipboard. By itself, the browser takes the words of buttons
 * along, and loses the marks of lists and the sources of formulas.
 */

import { onCleanup } from 'solid-js';

/** Elements that are not a part of what people have written. The name of a sender is a button, too. */
const left =
  'button:not(.sender), .avatar, .message-time.is-side, .message-tools, .code-actions, .reactions, .file-type, .file-detail, .picture-rest, .voice-message, .visually-hidden, [hidden], svg';
const blocks = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre, table, article, section, header';

/** Handles copying while the calling component is shown. */
export function handleCopying(): void {
  document.addEventListener('copy', copyMessages);
  onCleanup(() => document.removeEventListener('copy', copyMessages));
}

/** Puts the selected part of messages into the clipboard. Leaves other selections to the browser. */
function copyMessages(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!event.clipboardData || !selection || selection.isCollapsed || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  const common = range.commonAncestorContainer;
  const element = common instanceof Element ? common : common.parentElement;
  const active = document.activeElement;
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) return;
  if (!element?.closest('.message-region, .read-only')) return;
  event.clipboardData.setData('text/plain', copiedText(range, element));
  event.clipboardData.setData('text/html', copiedHtml(range));
  event.preventDefault();
}

function copiedHtml(range: Range): string {
  const frame = document.createElement('div');
  frame.append(range.cloneContents());
  for (const part of frame.querySelectorAll(left)) part.remove();
  return frame.innerHTML;
}

/** Returns the plain text of the selected part of an element. Lists have marks, quotes `>`, and formulas are their sources. */
function copiedText(range: Range, root: Element): string {
  const code = root.closest('pre, code');
  if (code) return range.toString();
  return textOfNode(root, range)
    .replaceAll(/[^\S\n\t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

function textOfNode(node: Node, range: Range): string {
  if (!range.intersectsNode(node)) return '';
  if (node instanceof Text) return textOfText(node, range);
  if (!(node instanceof HTMLElement) || node.matches(left)) return '';
  if (node.matches('.katex-display')) return `\n\`\`\`math\n${sourceOf(node)}\n\`\`\`\n`;
  if (node.matches('.katex')) return `$$${sourceOf(node)}$$`;
  if (node.tagName === 'BR') return '\n';
  if (node instanceof HTMLImageElement) return node.alt;
  const text = Array.from(node.childNodes, (child) => textOfNode(child, range)).join('');
  if (node.tagName === 'PRE') return `\n${text.replace(/\n$/, '')}\n`;
  if (/^T[HD]$/.test(node.tagName)) return `${text.trim()}${node.nextElementSibling ? '\t' : ''}`;
  if (node.tagName === 'LI') return `\n${itemOf(node, text)}`;
  if (node.tagName === 'TR') return `\n${text}`;
  if (node.tagName === 'BLOCKQUOTE') return `\n${prefixed(text, '> ', '> ')}\n`;
  if (node.matches('.sender')) return `${text} `;
  return node.matches(blocks) ? `\n${text}\n` : text;
}

/** Returns the selected part of a text. Outside of code, line breaks in HTML are blanks. */
function textOfText(node: Text, range: Range): string {
  const from = node === range.startContainer ? range.startOffset : 0;
  const to = node === range.endContainer ? range.endOffset : node.data.length;
  const isAfterBreak = node.previousSibling instanceof HTMLBRElement && from === 0;
  const text = isAfterBreak ? node.data.slice(from, to).replace(/^\n/, '') : node.data.slice(from, to);
  if (node.parentElement?.closest('pre')) return text;
  return node.parentElement?.closest('.outgoing-text')
    ? text
    : text.replaceAll(/\s*\n\s*/g, text.trim() && ' ');
}

const sourceOf = (formula: Element): string =>
  formula.querySelector('annotation')?.textContent?.trim() ?? formula.textContent ?? '';

/** Returns an item of a list with its bullet or number. */
function itemOf(item: HTMLElement, text: string): string {
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return prefixed(text, '* ', '  ');
  const number = list.start + Array.from(list.children).indexOf(item);
  return prefixed(text, `${number}. `, '  ');
}

function prefixed(text: string, first: string, further: string): string {
  const lines = text.replace(/^\n+|\n+$/g, '').replaceAll(/\n{2,}/g, '\n');
  return first + lines.replaceAll('\n', `\n${further}`);
}
