import type { Block } from '@parley/api';
import { unicodeEmoji } from '@parley/markdown';
import { z } from 'zod';
import { webAddress } from '../markdown.ts';
import { PayloadError } from '../payload.ts';
import { richTextMarkdown } from './rich-text.ts';

/** Maximum number of blocks of a message and of a form, as Slack has it. */
const maxBlocks = { message: 50, form: 100 } as const;
/** Maximum size of the blocks of one message or form as JSON, in bytes. */
const maxBytes = 100_000;
/** Maximum length of a text that a person fills in. */
const maxInput = 3_000;

/** Returns a text of Slack's form as HTML, and a picture's address as clients load it. */
export type BlockRenderer = { html(text: string): string; picture(address: string): string };

/** Returns the schema of a block as apps send it. Building it takes long, so there is one. `finished` adds what depends on the renderer. */
function makeSchema() {
  const long = (max: number) => z.string().min(1).max(max);
  const plain = (max: number) =>
    z
      .object({ type: z.literal('plain_text'), text: long(max) })
      .transform(({ text }) => ({ type: 'plain_text' as const, text: withEmoji(text) }));
  const marked = (max: number) => z.object({ type: z.literal('mrkdwn'), text: long(max) });
  const text = (max: number) => z.union([plain(max), marked(max)]);
  const address = z
    .string()
    .max(3_000)
    .refine((url) => webAddress(url) !== '', 'is no web address');
  const style = z.enum(['primary', 'danger']).optional();
  const confirm = z
    .object({
      title: plain(100),
      text: text(300),
      confirm: plain(30),
      deny: plain(30),
      style,
    })
    .optional();
  const option = z.object({
    text: text(75),
    value: z.string().max(150),
    description: text(75).optional(),
    url: address.optional(),
  });
  const options = (max: number) => z.array(option).min(1).max(max);
  const groups = z
    .array(z.object({ label: plain(75), options: options(100) }))
    .min(1)
    .max(100);
  const control = { action_id: z.string().min(1).max(255).optional(), confirm };
  const placeholder = { placeholder: plain(150).optional() };
  const many = { max_selected_items: z.int().min(1).max(100).optional() };
  const choices = { options: options(100).optional(), option_groups: groups.optional() };
  const user = z.string().regex(/^[UW]\d{1,15}$/);
  const channel = z.string().regex(/^C\d{1,15}/);
  const minQuery = { min_query_length: z.int().min(0).max(100).default(3) };
  const controls = [
    z.object({
      type: z.literal('button'),
      ...control,
      text: plain(75),
      value: z.string().max(2_000).optional(),
      url: address.optional(),
      style,
      accessibility_label: z.string().max(75).optional(),
    }),
    z.object({ type: z.literal('overflow'), ...control, options: options(5) }),
    z.object({
      type: z.literal('static_select'),
      ...control,
      ...placeholder,
      ...choices,
      initial_option: option.optional(),
    }),
    z.object({
      type: z.literal('multi_static_select'),
      ...control,
      ...placeholder,
      ...choices,
      ...many,
      initial_options: options(100).optional(),
    }),
    z.object({
      type: z.literal('external_select'),
      ...control,
      ...placeholder,
      ...minQuery,
      initial_option: option.optional(),
    }),
    z.object({
      type: z.literal('multi_external_select'),
      ...control,
      ...placeholder,
      ...many,
      ...minQuery,
      initial_options: options(100).optional(),
    }),
    z.object({ type: z.literal('users_select'), ...control, ...placeholder, initial_user: user.optional() }),
    z.object({
      type: z.literal('multi_users_select'),
      ...control,
      ...placeholder,
      ...many,
      initial_users: z.array(user).max(100).optional(),
    }),
    z.object({
      type: z.literal('channels_select'),
      ...control,
      ...placeholder,
      initial_channel: channel.optional(),
    }),
    z.object({
      type: z.literal('multi_channels_select'),
      ...control,
      ...placeholder,
      ...many,
      initial_channels: z.array(channel).max(100).optional(),
    }),
    z.object({
      type: z.literal('datepicker'),
      ...control,
      ...placeholder,
      initial_date: z.iso.date().optional(),
    }),
    z.object({
      type: z.literal('timepicker'),
      ...control,
      ...placeholder,
      initial_time: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
        .optional(),
    }),
    z.object({
      type: z.literal('datetimepicker'),
      ...control,
      initial_date_time: z.int().min(0).max(9_999_999_999).optional(),
    }),
    z.object({
      type: z.literal('checkboxes'),
      ...control,
      options: options(10),
      initial_options: options(10).optional(),
    }),
    z.object({
      type: z.literal('radio_buttons'),
      ...control,
      options: options(10),
      initial_option: option.optional(),
    }),
  ] as const;
  const inputs = [
    z.object({
      type: z.literal('plain_text_input'),
      ...control,
      ...placeholder,
      multiline: z.boolean().default(false),
      min_length: z.int().min(0).max(maxInput).optional(),
      max_length: z.int().min(1).max(maxInput).default(maxInput),
      initial_value: z.string().max(maxInput).optional(),
    }),
    z.object({
      type: z.literal('number_input'),
      ...control,
      ...placeholder,
      is_decimal_allowed: z.boolean(),
      min_value: z.string().max(50).optional(),
      max_value: z.string().max(50).optional(),
      initial_value: z.string().max(50).optional(),
    }),
    z.object({
      type: z.literal('email_text_input'),
      ...control,
      ...placeholder,
      initial_value: z.string().max(maxInput).optional(),
    }),
    z.object({
      type: z.literal('url_text_input'),
      ...control,
      ...placeholder,
      initial_value: z.string().max(maxInput).optional(),
    }),
  ] as const;
  const element = z.preprocess(asKnownControl, z.discriminatedUnion('type', [...controls]));
  const anyElement = z.preprocess(asKnownControl, z.discriminatedUnion('type', [...controls, ...inputs]));
  const imageElement = z.object({
    type: z.literal('image'),
    image_url: address,
    alt_text: z.string().max(2_000),
  });
  const isImage = (value: unknown) => typeOf(value) === 'image';
  const elementOrImage = z
    .unknown()
    .transform((value, context): unknown => parsed(isImage(value) ? imageElement : element, value, context));
  const id = { block_id: z.string().min(1).max(255).optional() };
  return z.discriminatedUnion('type', [
    z.object({ type: z.literal('header'), ...id, text: plain(150) }),
    z
      .object({
        type: z.literal('section'),
        ...id,
        text: text(3_000).optional(),
        fields: z.array(text(2_000)).min(1).max(10).optional(),
        accessory: elementOrImage.optional(),
      })
      .refine(({ text, fields }) => text !== undefined || fields !== undefined, 'needs "text" or "fields"'),
    z.object({
      type: z.literal('context'),
      ...id,
      elements: z
        .array(z.union([plain(2_000), marked(2_000), imageElement]))
        .min(1)
        .max(10),
    }),
    z.object({ type: z.literal('divider'), ...id }),
    z.object({
      type: z.literal('image'),
      ...id,
      image_url: address,
      alt_text: z.string().max(2_000),
      title: plain(2_000).optional(),
    }),
    z.object({ type: z.literal('actions'), ...id, elements: z.array(element).min(1).max(25) }),
    z.object({
      type: z.literal('input'),
      ...id,
      label: plain(2_000),
      element: anyElement,
      hint: plain(2_000).optional(),
      optional: z.boolean().default(false),
      dispatch_action: z.boolean().default(false),
    }),
  ]);
}

const blockInput = makeSchema();

/** Returns a function that renders the texts and pictures of a checked block, and gives IDs to the block and its controls. */
function finisher({
  html,
  picture,
}: BlockRenderer): (value: object, id?: 'block_id' | 'action_id') => object {
  let made = 0;
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
    if ((id === 'block_id' || isControl) && inner[id!] === undefined) inner[id!] = `b${++made}`;
    return inner;
  };
  return finish as (value: object, id?: 'block_id' | 'action_id') => object;
}

/** Kinds of elements that are no controls. */
const withoutIds: ReadonlySet<string> = new Set(['image', 'plain_text', 'mrkdwn']);

function parsed(schema: z.ZodType, value: unknown, context: z.RefinementCtx): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    context.addIssue({ code: 'custom', path: issue.path as (string | number)[], message: issue.message });
  return z.NEVER;
}

const typeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as { type?: unknown }).type : undefined;

/** Conversations are channels here, so the selects of conversations are those of channels. */
function asKnownControl(value: unknown): unknown {
  const type = typeOf(value);
  if (type !== 'conversations_select' && type !== 'multi_conversations_select') return value;
  const { initial_conversation, initial_conversations, ...others } = value as Record<string, unknown>;
  return {
    ...others,
    type: type === 'conversations_select' ? 'channels_select' : 'multi_channels_select',
    initial_channel: initial_conversation,
    initial_channels: initial_conversations,
  };
}

/** Returns a plain text with characters instead of the names of emoji, because clients show it as it is. */
const withEmoji = (text: string): string =>
  text.replaceAll(/:([\w+-]{1,60}):/g, (whole, name: string) => {
    const code = unicodeEmoji(name);
    return code === undefined
      ? whole
      : String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));
  });

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
  const finish = finisher(renderer);
  const blocks = value.map((each: unknown, index): Block => {
    const result = blockInput.safeParse(asKnownBlock(each));
    if (result.success) return finish(result.data, 'block_id') as Block;
    const [issue] = result.error.issues;
    const path = ['blocks', index, ...(issue?.path ?? [])].join('.');
    throw new PayloadError(`The block is wrong at "${path}": ${issue?.message ?? ''}`);
  });
  const ids = blocks.map(({ block_id }) => block_id);
  if (new Set(ids).size < ids.length) throw new PayloadError('Two blocks have the same "block_id".');
  if (kind === 'message' && blocks.some(({ type }) => type === 'input'))
    // Slack shows inputs of messages, too; their values are part of the state of a press.
    for (const block of blocks) if (block.type === 'input') block.optional = true;
  if (Buffer.byteLength(JSON.stringify(blocks)) > maxBytes)
    throw new PayloadError('The blocks are too large.');
  return blocks;
}
