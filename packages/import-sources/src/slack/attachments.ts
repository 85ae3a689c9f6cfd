import { objectsOf, textOf, type Values } from '../reading/values.ts';
import { type Block, type Inline, paragraph, text } from '../text/tree.ts';
import { blockKit } from './block-kit.ts';
import { parseMrkdwn, parseMrkdwnLine } from './mrkdwn.ts';
import { type SlackNames, slackLink } from './names.ts';

/** Most attachments of one message that are read. Slack allows 100. */
const maxAttachments = 200;

/** Returns what attachments say, as quotes. Previews of links are left out, because Parley makes its own. */
export const attachments = (value: unknown, names: SlackNames): Block[] =>
  objectsOf(value)
    .slice(0, maxAttachments)
    .filter((attachment) => !isPreview(attachment))
    .flatMap((attachment) => attachmentBlocks(attachment, names));

/** A preview names the address that it was made of, and no message. */
const isPreview = (attachment: Values): boolean =>
  (textOf(attachment.original_url) ?? textOf(attachment.from_url)) !== undefined &&
  attachment.is_msg_unfurl !== true &&
  attachment.is_share !== true &&
  attachment.is_app_unfurl !== true &&
  attachment.channel_id === undefined;

function attachmentBlocks(attachment: Values, names: SlackNames): Block[] {
  const before: Block[] = [];
  const pretext = textOf(attachment.pretext);
  if (pretext !== undefined) before.push(...parseMrkdwn(pretext, names));
  const inside: Block[] = [];
  const author = heading(attachment, names);
  if (author.length > 0) inside.push(paragraph(...author));
  const title = textOf(attachment.title);
  if (title !== undefined) {
    const nodes = parseMrkdwnLine(title, names);
    const url = textOf(attachment.title_link);
    inside.push(
      paragraph({
        type: 'strong',
        children: url === undefined ? nodes : [{ type: 'link', url, children: nodes }],
      }),
    );
  }
  const blocks =
    objectsOf(attachment.blocks).length > 0
      ? blockKit(attachment.blocks, names)
      : sharedBlocks(attachment, names);
  const body = textOf(attachment.text);
  if (blocks.length > 0) inside.push(...blocks);
  else if (body !== undefined) inside.push(...parseMrkdwn(body, names));
  for (const field of objectsOf(attachment.fields)) {
    const name = textOf(field.title);
    const value = textOf(field.value);
    if (name !== undefined)
      inside.push(paragraph({ type: 'strong', children: parseMrkdwnLine(name, names) }));
    if (value !== undefined) inside.push(...parseMrkdwn(value, names));
  }
  for (const key of ['image_url', 'thumb_url']) {
    const url = textOf(attachment[key]);
    if (url !== undefined) {
      inside.push(paragraph({ type: 'link', url, children: [] }));
      break;
    }
  }
  for (const action of objectsOf(attachment.actions)) {
    const label = textOf(action.text);
    const url = textOf(action.url);
    if (label === undefined) continue;
    inside.push(
      paragraph(url === undefined ? text(`[${label}]`) : { type: 'link', url, children: [text(label)] }),
    );
  }
  const footer = textOf(attachment.footer);
  if (footer !== undefined && attachment.is_msg_unfurl !== true)
    inside.push(paragraph(...parseMrkdwnLine(footer, names)));
  if (inside.length === 0 && before.length === 0) {
    const fallback = textOf(attachment.fallback);
    if (fallback !== undefined && fallback !== '[no preview available]')
      inside.push(...parseMrkdwn(fallback, names));
  }
  return inside.length === 0 ? before : [...before, { type: 'quote', children: inside }];
}

/** The blocks of a message that was shared. */
const sharedBlocks = (attachment: Values, names: SlackNames): Block[] =>
  objectsOf(attachment.message_blocks).flatMap((part) => {
    const message = typeof part.message === 'object' && part.message !== null ? (part.message as Values) : {};
    return blockKit(message.blocks, names);
  });

/** Who wrote it; with a link to the message where it is one. */
function heading(attachment: Values, names: SlackNames): Inline[] {
  const author = textOf(attachment.author_name) ?? textOf(attachment.service_name);
  const person = textOf(attachment.author_id);
  const from = textOf(attachment.from_url);
  const isMessage = attachment.is_msg_unfurl === true || attachment.is_share === true;
  const who: Inline | undefined =
    isMessage && person !== undefined && names.people.has(person)
      ? { type: 'reference', to: { ref: 'person', key: person, silent: true } }
      : author === undefined
        ? undefined
        : text(author);
  if (isMessage && from !== undefined) {
    return [...(who ? [who, text(' ')] : []), slackLink(from, [], textOf(attachment.footer) ?? '')];
  }
  if (!who) return [];
  const url = textOf(attachment.author_link);
  return [url === undefined || who.type !== 'text' ? who : { type: 'link', url, children: [who] }];
}
