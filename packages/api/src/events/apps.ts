import { z } from 'zod';
import { appSchema } from '../objects/app.ts';
import { ephemeralMessageSchema, viewSchema } from '../objects/blocks.ts';
import { event, eventWithOp, recipients } from './event.ts';

const answers = {
  recipients: recipients.owner,
  causes: ['run-command', 'press-block', 'submit-view', 'an answer of an app'],
};
const forms = { ...answers, causes: ['run-command', 'press-block', 'submit-view', 'a form of an app'] };

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
  /** Apps or their commands have changed. Clients ask for the lists again. */
  apps: event(
    'apps',
    { apps: z.array(appSchema.pick({ id: true, bot_id: true, name: true, is_enabled: true })) },
    { recipients: recipients.everyone, causes: ['install-app', 'update-app', 'remove-app'] },
  ),
};
