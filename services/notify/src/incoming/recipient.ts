import { createHash } from 'node:crypto';
import { withEitherKey } from '@parley/core';
import type { ChannelId, UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { findChannelAddress } from '../db/channel-addresses.ts';
import { parseBounceLocalPart } from '../domain/bounce-address.ts';
import { type ChannelMailOptions, parseChannelLocalPart } from '../domain/channel-address.ts';
import { parseReplyLocalPart, type ReplyPlace } from '../domain/reply-address.ts';
import { MailRefusal, unavailable } from './refusal.ts';

/** An address that posts messages. `addressKey` identifies the address, independent of the options in it. */
export type PostRecipient = { addressKey: Buffer } & (
  | { kind: 'reply'; place: ReplyPlace }
  | { kind: 'channel'; place: ChannelPlace; options: ChannelMailOptions }
);

/** A recipient of a mail: an address that posts messages, or the report address of a sent mail. */
export type MailRecipient = PostRecipient | { kind: 'bounce'; mailId: number };

/** The channel of an address, the person who requested the address, and the sender of its messages. */
export type ChannelPlace = { channelId: ChannelId; creatorId: UserId; senderId: UserId };

/** Maximum length of an address (RFC 5321, 4.5.3.1). */
const maxAddress = 320;

/** @throws MailRefusal: 550 for an unknown or expired address, 451 while the database does not answer */
export async function resolveRecipient(ctx: Ctx, address: string): Promise<MailRecipient> {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (address.length > maxAddress || domain !== ctx.mailIn?.domain) {
    throw new MailRefusal(550, 'This server takes mail for its own domain only.');
  }
  const localPart = address.slice(0, at).toLowerCase();
  const place = withEitherKey(ctx.secretKeys, (key) => parseReplyLocalPart(localPart, ctx.clock.now(), key));
  if (place === 'expired') {
    throw new MailRefusal(550, 'The mail that you reply to is too old. Please answer in the app.');
  }
  if (place) return { kind: 'reply', place, addressKey: keyOf(localPart) };
  const mailId = withEitherKey(ctx.secretKeys, (key) =>
    parseBounceLocalPart(localPart, ctx.clock.now(), key),
  );
  if (mailId === 'expired') throw new MailRefusal(550, 'The mail that you report about is too old.');
  if (mailId !== undefined) return { kind: 'bounce', mailId };
  const channel = parseChannelLocalPart(localPart);
  const found = channel && (await lookUp(ctx, channel.token));
  if (!found) throw new MailRefusal(550, 'There is no such address.');
  return { kind: 'channel', place: found, options: channel.options, addressKey: keyOf(channel.token) };
}

async function lookUp(ctx: Ctx, token: string): Promise<ChannelPlace | undefined> {
  try {
    return await findChannelAddress(ctx.db, token);
  } catch (cause) {
    throw unavailable(cause);
  }
}

const keyOf = (text: string): Buffer => createHash('sha256').update(text).digest();
