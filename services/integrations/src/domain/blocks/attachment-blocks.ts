import { webAddress } from '../markdown.ts';
import { Payload } from '../templates/payload.ts';

/** What an app writes in Slack's form, as far as it is shown. */
type Written = { text: string; blocks: readonly unknown[]; attachments: readonly unknown[] };

/** Maximum number of fields of one section. */
const maxFields = 10;

/**
 * Returns the blocks of a message with its attachments among them; empty when neither it nor an attachment has blocks. Clients show blocks in
 * place of the text, so an attachment beside them would not be seen, and controls in it could not be pressed.
 */
export function blocksWithAttachments({ text, blocks, attachments }: Written): unknown[] {
  const hasBlocks =
    blocks.length > 0 || attachments.some((each) => new Payload(each).list('blocks').length > 0);
  if (!hasBlocks) return [];
  const lead = blocks.length === 0 && text.trim() !== '' ? [section(text)] : blocks;
  return [...lead, ...attachments.flatMap(blocksOfAttachment)];
}

/** Returns an attachment as blocks: its own ones, or sections with what it says in the older form. */
function blocksOfAttachment(value: unknown): unknown[] {
  const attachment = new Payload(value);
  const own = attachment.list('blocks').map((block) => block.value);
  if (own.length > 0) return own;
  const title = attachment.text('title');
  const linked = title === '' ? '' : `*${linkOf(title, attachment.text('title_link'))}*`;
  const author = linkOf(attachment.text('author_name'), attachment.text('author_link'));
  const fields = attachment
    .list('fields')
    .map((field) => [bold(field.text('title')), field.text('value')].filter(Boolean).join('\n'))
    .filter((field) => field !== '');
  const picture = attachment.firstText('image_url', 'thumb_url').trim();
  const hasPicture = /^https?:/i.test(picture) && webAddress(picture) !== '';
  const links = attachment
    .list('actions')
    .filter((action) => action.text('text') !== '' && webAddress(action.text('url')) !== '')
    .map((action) => linkOf(action.text('text'), action.text('url')));
  const shown = [
    ...sections(attachment.text('pretext')),
    ...contexts(author),
    ...sections([linked, attachment.text('text')].filter(Boolean).join('\n')),
    ...Array.from({ length: Math.ceil(fields.length / maxFields) }, (_, part) => ({
      type: 'section',
      fields: fields
        .slice(part * maxFields, (part + 1) * maxFields)
        .map((field) => ({ type: 'mrkdwn', text: field.slice(0, 2_000) })),
    })),
    ...(hasPicture ? [{ type: 'image', image_url: picture, alt_text: title.slice(0, 2_000) }] : []),
    ...sections(links.join(' · ')),
    ...contexts(attachment.text('footer')),
  ];
  return shown.length > 0 ? shown : sections(attachment.text('fallback'));
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text: text.slice(0, 3_000) } });

const sections = (text: string) => (text.trim() === '' ? [] : [section(text)]);

const contexts = (text: string) =>
  text.trim() === '' ? [] : [{ type: 'context', elements: [{ type: 'mrkdwn', text: text.slice(0, 2_000) }] }];

const bold = (text: string): string => (text.trim() === '' ? '' : `*${text.trim()}*`);

/** Returns a text as a link in Slack's form, if the address is one of the web. */
const linkOf = (text: string, address: string): string =>
  text === '' || webAddress(address) === ''
    ? text
    : `<${webAddress(address)}|${text.replaceAll(/[<>|\n]/g, ' ')}>`;
