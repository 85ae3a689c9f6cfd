import { errors, errorText, lastItem, ParleyError } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import { pictureIcon } from '../apps/answers/message-icon.ts';
import { blocksText } from '../apps/composing/compose.ts';
import { noApp } from '../apps/program-of-bot.ts';
import type { Ctx } from '../context.ts';
import type { IncomingState } from '../db/incoming-deliveries.ts';
import { fitContent, fitTopic } from '../domain/fit.ts';
import { isMessage, type Rendered, type WebhookAnswer, type WebhookEvent } from '../domain/integration.ts';
import { readBody } from '../domain/templates/body.ts';
import { isWanted } from '../domain/templates/parameters.ts';
import { Payload, PayloadError } from '../domain/templates/payload.ts';
import { renderTemplate } from '../domain/templates/template.ts';
import { findPerson } from '../facts/find-person.ts';
import type { WebhookRequest } from './request.ts';
import { isVerified } from './verify-request.ts';

/** What became of a request. */
export type Outcome = {
  state: IncomingState;
  event: string;
  detail: string;
  messageId: MessageId | null;
  /** The answer that the tool expects instead of the usual one. */
  answer?: WebhookAnswer | undefined;
};

type Options = {
  sendKey: string;
  /** Whether the request was verified when it came, because it is repeated from the list of deliveries. */
  wasVerified?: boolean;
};

/**
 * Verifies a request, renders it and sends the message as the bot.
 * @throws ParleyError with a status of 4xx that says what the tool or its address must change; those of sending
 */
export async function post(
  ctx: Ctx,
  request: WebhookRequest,
  { sendKey, wasVerified = false }: Options,
  scope: Scope,
): Promise<Outcome> {
  const { integration, webhook, parameters } = request;
  if (webhook && !webhook.isEnabled) throw new ParleyError('ACCESS_DENIED', 'This webhook is turned off.');
  const { event, rendered } = await render(ctx, request, wasVerified);
  const done = { event: rendered.event.slice(0, 200), answer: integration.answer?.(event) };
  if (!isMessage(rendered))
    return { ...done, state: 'ignored', detail: rendered.ignored.slice(0, 500), messageId: null };
  if (!isWanted(rendered.event, parameters))
    return { ...done, state: 'filtered', detail: 'The address does not want this event.', messageId: null };
  const wanted = (webhook?.allowsOverride ?? true) ? (rendered.wantedPlace ?? '') : '';
  // As in Zulip: where the address names a channel, the payload's one is only the name of the topic.
  const [override, wantedTopic] =
    parameters.channel.length === 0 ? [wanted, ''] : ['', wanted.replace(/^[#@]/, '')];
  const topic = parameters.topic ?? (webhook?.topic || wantedTopic || rendered.topic);
  const names = override === '' ? parameters.channel : [override.replace(/^#/, ''), override];
  const place = { topic: fitTopic(topic, integration.title), names, person: personIn(override) };
  const icon = pictureIcon(ctx, rendered.iconUrl ?? '');
  const { id } = await ctx.messaging
    .sendMessage(
      {
        sendKey,
        recipient: await recipientOf(ctx, request, place, scope),
        content: fitContent(rendered.content),
        ...(icon && { blocks: blocksText({ appId: noApp }, [], icon) }),
        localId: '',
        queueId: '',
        readBySender: true,
      },
      { ...scope.call, principal: { userId: request.bot.userId }, clientName: `${integration.name} webhook` },
    )
    .catch((error: unknown) => {
      // A channel of which the bot may not know is refused as one that does not exist: by its name, without its ID.
      const isUnknown = error instanceof ParleyError && error.code === 'STREAM_DOES_NOT_EXIST';
      throw isUnknown && names.length > 0 ? errors.streamDoesNotExist({ stream: lastItem(names) }) : error;
    });
  return { ...done, state: 'sent', detail: '', messageId: id };
}

async function render(
  ctx: Ctx,
  request: WebhookRequest,
  wasVerified: boolean,
): Promise<{ event: WebhookEvent; rendered: Rendered }> {
  const { bot, integration, webhook, parameters, headers, body: bytes } = request;
  try {
    // Signatures are of the bytes that were sent, so they are checked before the body is read.
    const raw = Buffer.from(bytes).toString();
    const { verification } = integration;
    if (verification && webhook?.sealedSecret && !wasVerified) {
      const secret = ctx.sealer.open(webhook.sealedSecret, bot.userId);
      const signed = { headers, query: parameters.others, raw, bytes };
      const isTheirs = await isVerified(ctx, verification, signed, secret).catch(() => {
        throw new UnverifiedError('UNAVAILABLE');
      });
      if (!isTheirs) throw new UnverifiedError();
    }
    const { value, text } = await readBody(bytes, headers);
    const event: WebhookEvent = { headers, query: parameters.others, body: new Payload(value), raw: text };
    const rendered = integration.render(event);
    if (!webhook?.template || !isMessage(rendered)) return { event, rendered };
    return { event, rendered: { ...rendered, content: renderTemplate(webhook.template, event.body) } };
  } catch (error) {
    if (error instanceof PayloadError) throw errors.badRequest(error.text);
    if (error instanceof ParleyError) throw error;
    // A mistake of an integration. The tool must not repeat what can never succeed, and the owner of the bot sees it.
    ctx.logger.error({ err: error, integration: integration.name }, 'an integration failed to render');
    throw errors.badRequest(
      errorText('The integration "{name}" could not read the payload.', { name: integration.name }),
    );
  }
}

/**
 * Thrown when the sender of a request did not prove that it knows the secret of the address. `UNAVAILABLE`: it may prove it later, when the key that
 * it publishes can be asked for. Such a request must not be repeated as one that was verified.
 */
export class UnverifiedError extends ParleyError {
  constructor(code: 'ACCESS_DENIED' | 'UNAVAILABLE' = 'ACCESS_DENIED') {
    super(
      code,
      code === 'ACCESS_DENIED'
        ? 'The signature or secret of the request is missing or wrong.'
        : 'The server cannot answer right now. Please try again.',
    );
  }
}

/** Returns the name of the person whom a payload names in the place of a channel (`@name`); empty for none. */
const personIn = (channel: string): string => (channel.startsWith('@') ? channel.slice(1) : '');

/**
 * Returns where the message goes: to the channel or person of the payload where that is allowed, to the channel of the address or of the stored
 * settings, or else to the owner of the bot.
 * @throws STREAM_DOES_NOT_EXIST when there is no such channel or person
 */
async function recipientOf(
  ctx: Ctx,
  { bot, webhook }: WebhookRequest,
  { topic, names, person }: { topic: string; names: readonly string[]; person: string },
  scope: Scope,
): Promise<NonNullable<SendMessageRequest['recipient']>> {
  const toPerson = (userId: UserId) => ({
    $case: 'direct' as const,
    direct: { userIds: [userId], emails: [] },
  });
  const inChannel = (channelId: ChannelId) =>
    ({ $case: 'channel', channel: { channel: { $case: 'channelId', channelId }, topic } }) as const;
  const personId = person === '' ? undefined : await findPerson(ctx, bot, person, scope);
  if (personId !== undefined) return toPerson(personId);
  if (names.length > 0) {
    for (const name of names) {
      const channelId = await scope.confirmed(async (facts) => findChannel(facts, name));
      if (channelId !== undefined) return inChannel(channelId);
    }
    throw errors.streamDoesNotExist({ stream: lastItem(names) });
  }
  if (webhook && webhook.channelId !== null) return inChannel(webhook.channelId);
  if (bot.botOwnerId === 0) throw errors.missingParameter('stream');
  return toPerson(bot.botOwnerId);
}

/** Returns the ID of a channel that is given by its name or ID; undefined when there is none. */
async function findChannel(scope: Scope, given: string): Promise<number | undefined> {
  const name = given.trim();
  if (/^\d{1,15}$/.test(name)) {
    const byId = await scope.channels.get(Number(name));
    if (byId) return byId.channelId;
  }
  return name === '' ? undefined : (await scope.channels.byName(name))?.channelId;
}
