import {
  bold,
  bullets,
  codeBlock,
  lines,
  link,
  oneLine,
  paragraphs,
  plain,
  quote,
  time,
  withoutReferences,
} from '../markdown.ts';
import { type Payload, PayloadError } from '../templates/payload.ts';
import { fromMrkdwn } from './slack-text.ts';

/** A message in the form of Slack and Mattermost. */
export type SlackMessage = {
  content: string;
  /** Name of the channel that the payload asks for; empty for none. */
  channel: string;
  /** Address of the picture of its sender; empty for none. */
  iconUrl: string;
};

/** Length of content that is kept at most; messages are shorter. */
const maxContent = 100_000;
/** Maximum depth of nested parts of rich text. */
const maxDepth = 20;

/**
 * Reads a message as senders of Slack's and Mattermost's incoming webhooks write it: text, attachments, blocks, name and icon of the sender.
 * @throws PayloadError when there is nothing to show
 */
export function readSlackMessage(body: Payload): SlackMessage {
  const isMarkdown = body.at('mrkdwn').exists && !body.at('mrkdwn').isTrue && body.at('mrkdwn').value !== 1;
  const text = isMarkdown ? body.text('text') : fromMrkdwn(body.text('text'));
  const blocks = body.list('blocks').map(fromBlock);
  const attachments = body.list('attachments').map(fromAttachment);
  // With blocks, the text is what notifications show. It repeats them.
  const hasBlocks = blocks.some((block) => block !== '');
  const content = paragraphs(...(hasBlocks ? blocks : [text]), ...attachments);
  if (content === '') throw new PayloadError('The payload has no "text", "attachments" or "blocks".');
  return {
    content: withoutReferences(lines(senderOf(body), content))
      .slice(0, maxContent)
      .replace(/^\/(?=\w)/, '\u200b/'),
    channel: oneLine(body.text('channel')).slice(0, 200),
    iconUrl: body.firstText('icon_url', 'icons.image_48').trim(),
  };
}

/** Returns the name and emoji that the payload gives its sender; empty for none. */
function senderOf(body: Payload): string {
  const name = body.firstText('username', 'user_name');
  const emoji = /^:[\w+-]+:$/.exec(body.text('icon_emoji').trim())?.[0] ?? '';
  return [emoji, bold(name)].filter((part) => part !== '').join(' ');
}

function fromAttachment(attachment: Payload): string {
  const title = attachment.text('title');
  const isMrkdwn = (field: string) => {
    const listed = attachment.list('mrkdwn_in');
    return listed.length === 0 || listed.some((each) => each.text() === field);
  };
  const read = (field: string) =>
    isMrkdwn(field) ? fromMrkdwn(attachment.text(field)) : attachment.text(field);
  const fields = attachment
    .list('fields')
    .map((field) => [field.text('title'), fromMrkdwn(field.text('value'))] as const)
    .filter(([name, value]) => name !== '' || value !== '');
  const author = attachment.text('author_name');
  const footer = lines(plain(attachment.text('footer')), time(attachment.text('ts')));
  const inner = paragraphs(
    author === '' ? '' : link(author, attachment.text('author_link')),
    title === '' ? '' : `**${link(title, attachment.text('title_link'))}**`,
    read('text'),
    ...attachment.list('blocks').map(fromBlock),
    bullets(
      fields.map(([name, value]) => (name === '' ? value : `${bold(name)}: ${value.replaceAll('\n', ' ')}`)),
      50,
    ),
    picture(attachment.text('image_url'), title),
    picture(attachment.text('thumb_url'), title),
    bullets(attachment.list('actions').map(fromElement)),
    footer,
  );
  const pretext = read('pretext');
  const shown = inner === '' && pretext === '' ? attachment.text('fallback') : inner;
  return paragraphs(pretext, shown);
}

const picture = (address: string, title: string): string =>
  address === '' ? '' : link(title === '' ? 'image' : title, address);

function fromBlock(block: Payload): string {
  switch (block.text('type')) {
    case 'header':
      return `**${plain(textOf(block.at('text')))}**`;
    case 'section': {
      const fields = block.list('fields').map((field) => textOf(field));
      return paragraphs(textOf(block.at('text')), bullets(fields), fromElement(block.at('accessory')));
    }
    case 'context':
      return block.list('elements').map(fromElement).filter(Boolean).join(' · ');
    case 'divider':
      return '---';
    case 'image':
      return picture(
        block.firstText('image_url', 'slack_file.url'),
        textOf(block.at('title')) || block.text('alt_text'),
      );
    case 'video':
      return link(textOf(block.at('title')) || 'video', block.firstText('title_url', 'video_url'));
    case 'markdown':
      return block.text('text');
    case 'rich_text':
      return paragraphs(...block.list('elements').map((part) => richText(part, 0)));
    case 'actions':
      return block.list('elements').map(fromElement).filter(Boolean).join(' · ');
    case 'input':
      return bold(textOf(block.at('label')));
    default:
      return textOf(block.at('text'));
  }
}

/** Returns a text object, or a text, as Markdown. */
function textOf(text: Payload): string {
  if (!text.isObject) return fromMrkdwn(text.text());
  return text.text('type') === 'mrkdwn' ? fromMrkdwn(text.text('text')) : text.text('text');
}

/** Returns an element of a message. Only those with an address do something; the others are named. */
function fromElement(element: Payload): string {
  switch (element.text('type')) {
    case 'mrkdwn':
    case 'plain_text':
      return textOf(element);
    case 'image':
      return picture(element.text('image_url'), element.text('alt_text'));
    case 'button': {
      const label = textOf(element.at('text'));
      const address = element.text('url');
      if (label === '') return '';
      return address === '' ? `[${plain(label)}]` : link(label, address);
    }
    default:
      return '';
  }
}

function richText(part: Payload, depth: number): string {
  if (depth > maxDepth) return '';
  const inner = () => part.list('elements').map((each) => richText(each, depth + 1));
  switch (part.text('type')) {
    case 'rich_text_section':
      return inner().join('');
    case 'rich_text_list': {
      const isOrdered = part.text('style') === 'ordered';
      const indent = '  '.repeat(Math.min(8, Math.max(0, part.number('indent') ?? 0)));
      return inner()
        .map((item, at) => `${indent}${isOrdered ? `${at + 1}.` : '*'} ${item}`)
        .join('\n');
    }
    case 'rich_text_preformatted':
      return codeBlock(inner().join(''));
    case 'rich_text_quote':
      return quote(inner().join(''));
    case 'text': {
      const text = part.text('text');
      const [lead = '', middle = '', trail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text)?.slice(1) ?? [];
      if (middle === '') return text;
      const style = part.at('style');
      const wrapped = (
        [
          ['code', '`'],
          ['strike', '~~'],
          ['italic', '*'],
          ['bold', '**'],
        ] as const
      ).reduce((shown, [name, mark]) => (style.at(name).isTrue ? `${mark}${shown}${mark}` : shown), middle);
      return `${lead}${wrapped}${trail}`;
    }
    case 'link':
      return link(part.text('text') || part.text('url'), part.text('url'));
    case 'emoji':
      return `:${part.text('name').replace(/[^\w+-]/g, '')}:`;
    case 'user':
      return `@${plain(part.text('user_id'))}`;
    case 'usergroup':
      return `@${plain(part.text('usergroup_id'))}`;
    case 'channel':
      return `#${plain(part.text('channel_id'))}`;
    case 'broadcast':
      return `@${plain(part.text('range'))}`;
    case 'date':
      return time(part.number('timestamp')) || part.text('fallback');
    default:
      return part.text('text');
  }
}
