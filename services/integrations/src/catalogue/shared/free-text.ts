import { link, paragraphs, withoutReferences } from '../../domain/markdown.ts';
import { type Payload, PayloadError } from '../../domain/templates/payload.ts';
import type { Message } from './events.ts';

/** Length of content that is kept at most; messages are shorter. */
const maxContent = 40_000;

/**
 * Returns the message of a service with which people write their own texts, as Markdown. It mentions nobody, because parts of it come
 * from strangers. @throws PayloadError without a text
 */
export function freeText(p: Payload, title: string): Message {
  const content = p.firstText('content', 'message', 'text', 'body', 'Value1', 'value1').slice(0, maxContent);
  const more = ['Value2', 'value2', 'Value3', 'value3']
    .map((key) => p.text(key).slice(0, maxContent))
    .filter((text) => text !== '');
  if (content.trim() === '') throw new PayloadError(`A request of ${title} needs the field content.`);
  const address = p.firstText('url', 'link');
  return {
    topic: p.firstText('topic', 'subject', 'title', 'event') || title,
    content: paragraphs(
      withoutReferences([content, ...more].join('\n')).replace(/^\/(?=\w)/, '\u200b/'),
      address !== '' && link(address, address),
    ),
  };
}
