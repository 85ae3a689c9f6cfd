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
  const pretext = textOf(attachment.pretext);
  const before = pretext === undefined ? [] : parseMrkdwn(pretext, names);
  const author = heading(attachment, names);
  const inside: Block[] = [
    ...(author.length > 0 ? [paragraph(...author)] : []),
    ...titleBlocks(attachment, names),
    ...bodyBlocks(attachment, names),
    ...objectsOf(attachment.fields).flatMap((field) => fieldBlocks(field, names)),
    ...pictureBlocks(attachment),
    ...objectsOf(attachment.actions).flatMap(actionBlocks),
    ...footerBlocks(attachment, names),
  ];
  if (inside.length === 0 && before.length === 0) {
    const fallback = textOf(attachment.fallback);
    if (fallback !== undefined && fallback !== '[no preview available]')
      inside.push(...parseMrkdwn(fallback, names));
  }
  return inside.length === 0 ? before : [...before, { type: 'quote', children: inside }];
}

function titleBlocks(attachment: Values, names: SlackNames): Block[] {
  const title = textOf(attachment.title);
  if (title === undefined) return [];
  const nodes = parseMrkdwnLine(title, names);
  const url = textOf(attachment.title_link);
  return [
    paragraph({
      type: 'strong',
      children: url === undefined ? nodes : [{ type: 'link', url, children: nodes }],
    }),
  ];
}

function bodyBlocks(attachment: Values, names: SlackNames): Block[] {
  const blocks =
    objectsOf(attachment.blocks).length > 0
      ? blockKit(attachment.blocks, names)
      : sharedBlocks(attachment, names);
  if (blocks.length > 0) return blocks;
  const body = textOf(attachment.text);
  return body === undefined ? [] : parseMrkdwn(body, names);
}

function fieldBlocks(field: Values, names: SlackNames): Block[] {
  const name = textOf(field.title);
  const value = textOf(field.value);
  return [
    ...(name === undefined ? [] : [paragraph({ type: 'strong', children: parseMrkdwnLine(name, names) })]),
    ...(value === undefined ? [] : parseMrkdwn(value, names)),
  ];
}

function pictureBlocks(attachment: Values): Block[] {
  const url = textOf(attachment.image_url) ?? textOf(attachment.thumb_url);
  return url === undefined ? [] : [paragraph({ type: 'link', url, children: [] })];
}

function actionBlocks(action: Values): Block[] {
  const label = textOf(action.text);
  const url = textOf(action.url);
  if (label === undefined) return [];
  return [paragraph(url === undefined ? text(`[${label}]`) : { type: 'link', url, children: [text(label)] })];
}

function footerBlocks(attachment: Values, names: SlackNames): Block[] {
  const footer = textOf(attachment.footer);
  if (footer === undefined || attachment.is_msg_unfurl === true) return [];
  return [paragraph(...parseMrkdwnLine(footer, names))];
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
