import { objectsOf, textOf, type Values } from '../reading/values.ts';
import { type Block, paragraph, text } from '../text/tree.ts';

/** Most attachments of one message that are read. */
const maxAttachments = 200;

/** Returns what the attachments of a message say (`props.attachments` of webhooks and bots), each as a quote. */
export const attachmentBlocks = (value: unknown, parse: (source: string) => Block[]): Block[] =>
  objectsOf(value)
    .slice(0, maxAttachments)
    .flatMap((attachment) => oneAttachment(attachment, parse));

function oneAttachment(attachment: Values, parse: (source: string) => Block[]): Block[] {
  const before = textOf(attachment.pretext);
  const inside: Block[] = [];
  const linked = (label: unknown, url: unknown, isStrong: boolean): void => {
    const shown = textOf(label);
    const address = textOf(url);
    if (shown === undefined) return;
    const node =
      address === undefined ? text(shown) : { type: 'link' as const, url: address, children: [text(shown)] };
    inside.push(paragraph(isStrong ? { type: 'strong', children: [node] } : node));
  };
  linked(attachment.author_name, attachment.author_link, false);
  linked(attachment.title, attachment.title_link, true);
  const body = textOf(attachment.text);
  if (body !== undefined) inside.push(...parse(body));
  for (const field of objectsOf(attachment.fields)) {
    linked(field.title, undefined, true);
    const shown = typeof field.value === 'number' ? String(field.value) : textOf(field.value);
    if (shown !== undefined) inside.push(...parse(shown));
  }
  const picture = textOf(attachment.image_url) ?? textOf(attachment.thumb_url);
  if (picture !== undefined) inside.push(paragraph({ type: 'link', url: picture, children: [] }));
  for (const action of objectsOf(attachment.actions)) {
    const label = textOf(action.name);
    if (label !== undefined) inside.push(paragraph(text(`[${label}]`)));
  }
  linked(attachment.footer, undefined, false);
  if (inside.length === 0 && before === undefined) {
    const fallback = textOf(attachment.fallback);
    if (fallback !== undefined) inside.push(...parse(fallback));
  }
  const quote: Block[] = inside.length === 0 ? [] : [{ type: 'quote', children: inside }];
  return [...(before === undefined ? [] : parse(before)), ...quote];
}
