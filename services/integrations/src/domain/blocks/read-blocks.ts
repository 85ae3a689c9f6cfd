import type { Block } from '@parley/api';
import { errorText } from '@parley/core';
import { PayloadError } from '../templates/payload.ts';
import { readBySchema } from '../templates/read-by-schema.ts';
import { controlsOf } from './controls.ts';
import { richTextMarkdown } from './rich-text.ts';
import { blockInput } from './schema/blocks.ts';
import { typeOf } from './schema/type-of.ts';

/** Maximum number of blocks of a message and of a form, as Slack has it. */
const maxBlocks = { message: 50, form: 100 } as const;
/** Maximum size of the blocks of one message or form as JSON, in bytes. */
const maxBytes = 100_000;

const wrongBlock = 'The block is wrong at "{path}": {problem}';

/** Returns a text of Slack's form as HTML, and a picture's address as clients load it. */
export type BlockRenderer = { html(text: string): string; picture(address: string): string };

/**
 * Returns a function that renders the texts and pictures of a checked block, and gives IDs to the block and its controls.
 * @param taken IDs that the app has given
 */
function finisher(
  { html, picture }: BlockRenderer,
  taken: ReadonlySet<string>,
): (value: object, id?: 'block_id' | 'action_id') => object {
  let made = 0;
  const newId = (): string => {
    const id = `b${++made}`;
    return taken.has(id) ? newId() : id;
  };
  const finish = (value: unknown, id?: 'block_id' | 'action_id'): unknown => {
    if (Array.isArray(value)) return value.map((item) => finish(item, 'action_id'));
    if (typeof value !== 'object' || value === null) return value;
    const { type, text } = value as { type?: unknown; text?: unknown };
    if (type === 'mrkdwn' && typeof text === 'string') return { type, text, html: html(text) };
    const inner = Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        key === 'image_url' ? picture(String(each)) : finish(each, 'action_id'),
      ]),
    );
    const isControl = id === 'action_id' && typeof type === 'string' && !withoutIds.has(type);
    const named = id === 'block_id' || isControl ? id : undefined;
    if (named && inner[named] === undefined) inner[named] = newId();
    return inner;
  };
  return finish as (value: object, id?: 'block_id' | 'action_id') => object;
}

/** Kinds of elements that are no controls. */
const withoutIds: ReadonlySet<string> = new Set(['image', 'plain_text', 'mrkdwn']);

/** Kinds of blocks that are shown as text. Slack's rich text, Markdown and videos are such. */
function asKnownBlock(block: unknown): unknown {
  const type = typeOf(block);
  const { block_id } = (block ?? {}) as { block_id?: unknown };
  const section = (text: string) => ({
    type: 'section',
    ...(block_id !== undefined && { block_id }),
    text: { type: 'mrkdwn', text: text.slice(0, 3_000) || ' ' },
  });
  if (type === 'rich_text' || type === 'markdown' || type === 'video')
    return section(richTextMarkdown(block));
  return block;
}

/**
 * Checks blocks that an app sends, and returns them as clients get them.
 * @throws PayloadError that says which block is wrong, and why
 */
export function readBlocks(value: unknown, kind: keyof typeof maxBlocks, renderer: BlockRenderer): Block[] {
  const max = maxBlocks[kind];
  if (!Array.isArray(value)) throw new PayloadError('"blocks" is no list.');
  if (value.length > max) throw new PayloadError(`There are more than ${max} blocks.`);
  const given = (JSON.stringify(value) ?? '').matchAll(/"(?:block|action)_id":"(b\d{1,9})"/g);
  const finish = finisher(renderer, new Set(Array.from(given, ([, id = '']) => id)));
  const blocks = value.map((each: unknown, index): Block => {
    const block = readBySchema(blockInput, asKnownBlock(each), wrongBlock, ['blocks', index]);
    return finish(block, 'block_id') as Block;
  });
  const ids = blocks.map(({ block_id }) => block_id);
  if (new Set(ids).size < ids.length) throw new PayloadError('Two blocks have the same "block_id".');
  for (const [index, block] of blocks.entries()) {
    const actions = controlsOf([block]).map(({ control }) => control.action_id);
    // A press names its control by this ID, so the app would be told of another one.
    if (new Set(actions).size < actions.length)
      throw new PayloadError(
        errorText(wrongBlock, {
          path: `blocks.${index}.elements`,
          problem: errorText('two have the same "action_id"'),
        }),
      );
  }
  if (kind === 'message' && blocks.some(({ type }) => type === 'input'))
    // Slack shows inputs of messages, too; their values are part of the state of a press.
    for (const block of blocks) if (block.type === 'input') block.optional = true;
  if (Buffer.byteLength(JSON.stringify(blocks)) > maxBytes)
    throw new PayloadError('The blocks are too large.');
  return blocks;
}
