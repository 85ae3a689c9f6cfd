import type { MessageIcon } from '@parley/api';
import { externalPicturePath } from '@parley/core';
import { emojiOfCode, unicodeEmoji } from '@parley/markdown';
import type { Ctx } from '../../context.ts';
import { Payload } from '../../domain/templates/payload.ts';
import type { AppText } from '../composing/compose.ts';
import type { InstalledApp } from '../installed-app.ts';

/** Returns a picture that clients load through this server; undefined for none, and where pictures of other hosts are turned off. */
export function pictureIcon({ pictureKey }: Pick<Ctx, 'pictureKey'>, url: string): MessageIcon | undefined {
  const path = pictureKey === '' ? undefined : externalPicturePath(url, pictureKey);
  return path === undefined ? undefined : { image_url: path };
}

/** Returns what stands beside a message of an app: what the message asks for in Slack's form, or else the icon of the manifest. */
export function iconOf(
  ctx: Pick<Ctx, 'pictureKey'>,
  { manifest }: Pick<InstalledApp, 'manifest'>,
  written: AppText,
): MessageIcon | undefined {
  const own = new Payload(written);
  const code = unicodeEmoji(own.text('icon_emoji').trim().replaceAll(':', ''));
  const text = code === undefined ? manifest.icon : emojiOfCode(code);
  return pictureIcon(ctx, own.text('icon_url')) ?? (text === '' ? undefined : { text });
}
