import { readSlackMessage } from '../slack/slack-message.ts';
import { Payload } from '../templates/payload.ts';

/** Returns blocks that are shown as text (rich text, Markdown, videos) as Markdown; empty when nothing is in them. */
export function richTextMarkdown(block: unknown): string {
  try {
    return readSlackMessage(new Payload({ blocks: [block] })).content;
  } catch {
    return '';
  }
}

/** Returns the readable text of blocks, for clients that do not know them; empty when nothing is readable. */
export function readableBlocks(blocks: unknown): string {
  try {
    return readSlackMessage(new Payload({ blocks })).content;
  } catch {
    return '';
  }
}
