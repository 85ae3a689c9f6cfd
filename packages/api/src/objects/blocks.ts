import { z } from 'zod';

/** Text that is shown as it is. */
const plainSchema = z.strictObject({ type: z.literal('plain_text'), text: z.string() });

/** Text in Slack's form, and as the server renders it. Clients show the HTML, and nothing else of it. */
const markedSchema = z.strictObject({ type: z.literal('mrkdwn'), text: z.string(), html: z.string() });

const textSchema = z.discriminatedUnion('type', [plainSchema, markedSchema]);

const confirmSchema = z.strictObject({
  title: plainSchema,
  text: textSchema,
  confirm: plainSchema,
  deny: plainSchema,
  style: z.enum(['primary', 'danger']).optional(),
});

const optionSchema = z.strictObject({
  text: textSchema,
  value: z.string(),
  description: textSchema.optional(),
  /** A page that the client opens when the option of an overflow menu is chosen. */
  url: z.string().optional(),
});

const groupSchema = z.strictObject({ label: plainSchema, options: z.array(optionSchema) });

/** Members of everything that a person can press, choose or fill in. */
const control = { action_id: z.string(), confirm: confirmSchema.optional() };
const placeholder = { placeholder: plainSchema.optional() };
const many = { max_selected_items: z.int().optional() };
const choices = {
  options: z.array(optionSchema).optional(),
  option_groups: z.array(groupSchema).optional(),
};

const buttonSchema = z.strictObject({
  type: z.literal('button'),
  ...control,
  text: plainSchema,
  value: z.string().optional(),
  /** A page that the client opens in addition. */
  url: z.string().optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().optional(),
});

const imageElementSchema = z.strictObject({
  type: z.literal('image'),
  image_url: z.string(),
  alt_text: z.string(),
});

/** A control of a message or form. People are named as `U12`, channels as `C5`. `initial_…` is what is chosen at first. */
const controlSchema = z.discriminatedUnion('type', [
  buttonSchema,
  z.strictObject({ type: z.literal('overflow'), ...control, options: z.array(optionSchema) }),
  z.strictObject({
    type: z.literal('static_select'),
    ...control,
    ...placeholder,
    ...choices,
    initial_option: optionSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('multi_static_select'),
    ...control,
    ...placeholder,
    ...choices,
    ...many,
    initial_options: z.array(optionSchema).optional(),
  }),
  z.strictObject({
    type: z.literal('external_select'),
    ...control,
    ...placeholder,
    /** Number of characters after which options are loaded (`GET /block_options`). */
    min_query_length: z.int(),
    initial_option: optionSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('multi_external_select'),
    ...control,
    ...placeholder,
    ...many,
    min_query_length: z.int(),
    initial_options: z.array(optionSchema).optional(),
  }),
  z.strictObject({
    type: z.literal('users_select'),
    ...control,
    ...placeholder,
    initial_user: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('multi_users_select'),
    ...control,
    ...placeholder,
    ...many,
    initial_users: z.array(z.string()).optional(),
  }),
  z.strictObject({
    type: z.literal('channels_select'),
    ...control,
    ...placeholder,
    initial_channel: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('multi_channels_select'),
    ...control,
    ...placeholder,
    ...many,
    initial_channels: z.array(z.string()).optional(),
  }),
  z.strictObject({
    type: z.literal('datepicker'),
    ...control,
    ...placeholder,
    /** `2026-11-28` */
    initial_date: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('timepicker'),
    ...control,
    ...placeholder,
    /** `17:30` */
    initial_time: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('datetimepicker'),
    ...control,
    /** Seconds since the Unix epoch. */
    initial_date_time: z.int().optional(),
  }),
  z.strictObject({
    type: z.literal('checkboxes'),
    ...control,
    options: z.array(optionSchema),
    initial_options: z.array(optionSchema).optional(),
  }),
  z.strictObject({
    type: z.literal('radio_buttons'),
    ...control,
    options: z.array(optionSchema),
    initial_option: optionSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('plain_text_input'),
    ...control,
    ...placeholder,
    multiline: z.boolean(),
    min_length: z.int().optional(),
    max_length: z.int(),
    initial_value: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('number_input'),
    ...control,
    ...placeholder,
    is_decimal_allowed: z.boolean(),
    min_value: z.string().optional(),
    max_value: z.string().optional(),
    initial_value: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('email_text_input'),
    ...control,
    ...placeholder,
    initial_value: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('url_text_input'),
    ...control,
    ...placeholder,
    initial_value: z.string().optional(),
  }),
]);

const blockId = { block_id: z.string() };

/** A part of a message or form: a documented subset of Slack's Block Kit (docs/api/apps.md#blocks). */
export const blockSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('header'), ...blockId, text: plainSchema }),
    z.strictObject({
      type: z.literal('section'),
      ...blockId,
      text: textSchema.optional(),
      fields: z.array(textSchema).optional(),
      accessory: z.union([controlSchema, imageElementSchema]).optional(),
    }),
    z.strictObject({
      type: z.literal('context'),
      ...blockId,
      elements: z.array(z.union([plainSchema, markedSchema, imageElementSchema])),
    }),
    z.strictObject({ type: z.literal('divider'), ...blockId }),
    z.strictObject({
      type: z.literal('image'),
      ...blockId,
      image_url: z.string(),
      alt_text: z.string(),
      title: plainSchema.optional(),
    }),
    z.strictObject({ type: z.literal('actions'), ...blockId, elements: z.array(controlSchema) }),
    z.strictObject({
      type: z.literal('input'),
      ...blockId,
      label: plainSchema,
      element: controlSchema,
      hint: plainSchema.optional(),
      optional: z.boolean(),
      /** Whether a change is sent at once, as a press is. */
      dispatch_action: z.boolean(),
    }),
  ])
  .meta({ id: 'Block' });
export type Block = z.infer<typeof blockSchema>;
export type BlockControl = z.infer<typeof controlSchema>;
export type BlockText = z.infer<typeof textSchema>;
export type BlockOption = z.infer<typeof optionSchema>;
export type BlockOptionGroup = z.infer<typeof groupSchema>;
export type BlockConfirm = z.infer<typeof confirmSchema>;

/** What stands beside a message: a picture that this server passes on, or a letter or emoji. */
const messageIconSchema = z
  .union([z.strictObject({ image_url: z.string() }), z.strictObject({ text: z.string() })])
  .meta({ id: 'MessageIcon' });
export type MessageIcon = z.infer<typeof messageIconSchema>;

/** The content of a submessage of the type `blocks`, as JSON text. Of several, the one with the highest ID counts. `app_id` is null for bots that are no app. */
export const messageBlocksSchema = z
  .strictObject({
    app_id: z.int().nullable(),
    icon: messageIconSchema.optional(),
    /** Empty for a message of text alone. */
    blocks: z.array(blockSchema),
  })
  .meta({ id: 'MessageBlocks' });
export type MessageBlocks = z.infer<typeof messageBlocksSchema>;

/** Options that an app has loaded for a select. */
export const loadedOptionsSchema = z.strictObject({
  options: z.array(optionSchema).optional(),
  option_groups: z.array(groupSchema).optional(),
});

/** A form that an app has opened for a person. */
export const viewSchema = z
  .strictObject({
    id: z.string(),
    app_id: z.int(),
    bot_id: z.int(),
    app_name: z.string(),
    title: z.string(),
    /** Text of the button that sends the form; null for a form without inputs. */
    submit: z.string().nullable(),
    close: z.string(),
    blocks: z.array(blockSchema),
    /** Changes with each update of the form. */
    hash: z.string(),
  })
  .meta({ id: 'View' });
export type View = z.infer<typeof viewSchema>;

/** A message of an app for one person, which the server does not keep. */
export const ephemeralMessageSchema = z
  .strictObject({
    id: z.string(),
    /** Null for bots that are no app. */
    app_id: z.int().nullable(),
    sender_id: z.int(),
    sender_full_name: z.string(),
    type: z.enum(['stream', 'private']),
    stream_id: z.int().optional(),
    topic: z.string().optional(),
    /** The members of the direct conversation, the recipient included. */
    user_ids: z.array(z.int()).optional(),
    /** Markdown. */
    content: z.string(),
    rendered_content: z.string(),
    /** Empty for a message of text alone. */
    blocks: z.array(blockSchema),
    timestamp: z.int(),
  })
  .meta({ id: 'EphemeralMessage' });
export type EphemeralMessage = z.infer<typeof ephemeralMessageSchema>;
