/** Buttons, selects and fields: the controls of blocks. */
import { z } from 'zod';
import { address, confirm, groups, option, options, plain, style } from './texts.ts';
import { typeOf } from './type-of.ts';

/** Maximum length of a text that a person fills in. */
const maxInput = 3_000;

const actionId = { action_id: z.string().min(1).max(255).optional() };
const control = { ...actionId, confirm };
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

/** Fields that a person fills in. Nobody confirms each letter. */
const inputs = [
  z.object({
    type: z.literal('plain_text_input'),
    ...actionId,
    ...placeholder,
    multiline: z.boolean().default(false),
    min_length: z.int().min(0).max(maxInput).optional(),
    max_length: z.int().min(1).max(maxInput).default(maxInput),
    initial_value: z.string().max(maxInput).optional(),
  }),
  z.object({
    type: z.literal('number_input'),
    ...actionId,
    ...placeholder,
    is_decimal_allowed: z.boolean(),
    min_value: z.string().max(50).optional(),
    max_value: z.string().max(50).optional(),
    initial_value: z.string().max(50).optional(),
  }),
  z.object({
    type: z.literal('email_text_input'),
    ...actionId,
    ...placeholder,
    initial_value: z.string().max(maxInput).optional(),
  }),
  z.object({
    type: z.literal('url_text_input'),
    ...actionId,
    ...placeholder,
    initial_value: z.string().max(maxInput).optional(),
  }),
] as const;

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

export const element = z.preprocess(asKnownControl, z.discriminatedUnion('type', [...controls]));
/** Also a field, as blocks for input have it. */
export const anyElement = z.preprocess(
  asKnownControl,
  z.discriminatedUnion('type', [...controls, ...inputs]),
);
