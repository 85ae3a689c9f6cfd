import { z } from 'zod';
import { appSchema } from '../objects/app.ts';
import { ephemeralMessageSchema, viewSchema } from '../objects/blocks.ts';
import { event, eventWithOp, recipients } from './event.ts';

const answers = {
  recipients: recipients.owner,
  causes: ['run-command', 'press-block', 'submit-view', 'an answer of an app'],
};
const forms = { ...answers, causes: ['run-command', 'press-block', 'submit-view', 'a form of an app'] };

/** What a person chose or filled in with a control: texts, values of options, people (`U12`), channels (`C5`), dates or times. */
const pressedSchema = z.strictObject({
  block_id: z.string(),
  action_id: z.string(),
  values: z.array(z.string()),
});

/** Schemas of the events about apps. The keys are `type` or `type/op`. */
export const appEvents = {
  'ephemeral_message/add': eventWithOp(
    'ephemeral_message',
    'add',
    { message: ephemeralMessageSchema },
    answers,
  ),
  'ephemeral_message/update': eventWithOp(
    'ephemeral_message',
    'update',
    { message: ephemeralMessageSchema },
    answers,
  ),
  'ephemeral_message/remove': eventWithOp('ephemeral_message', 'remove', { message_id: z.string() }, answers),
  'app_view/open': eventWithOp(
    'app_view',
    'open',
    {
      view: viewSchema,
      /** The press or command that opened the form. Clients that did not send it do not show the form. */
      press_id: z.string(),
    },
    forms,
  ),
  'app_view/update': eventWithOp('app_view', 'update', { view: viewSchema }, forms),
  'app_view/close': eventWithOp('app_view', 'close', { view_id: z.string() }, forms),
  /** A person pressed a control of a message of a bot that has no address for presses. */
  block_action: event(
    'block_action',
    {
      user_id: z.int(),
      message_id: z.int().optional(),
      /** Of a message for one person, which the bot sent by an answer. */
      ephemeral_id: z.string().optional(),
      pressed: pressedSchema,
      /** The values of the other controls, as far as the client knows them. */
      state: z.array(pressedSchema),
      /** Where the bot may answer, five times within 30 minutes. */
      response_url: z.string(),
    },
    { recipients: 'the bot that sent the message', causes: ['press-block'] },
  ),
  /** Apps or their commands have changed. Clients ask for the lists again. */
  apps: event(
    'apps',
    { apps: z.array(appSchema.pick({ id: true, bot_id: true, name: true, is_enabled: true })) },
    { recipients: recipients.everyone, causes: ['install-app', 'update-app', 'remove-app'] },
  ),
};
