import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

/** Returns the text that a browser shows for HTML, without the line breaks between elements. */
export const textOf = (html: string): string => textOfNode(parseFragment(html)).replaceAll('\n', '');

function textOfNode(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOfNode).join('') : '';
}
