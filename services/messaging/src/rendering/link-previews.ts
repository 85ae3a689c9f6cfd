import type { User } from '@parley/facts';
import type { Rendered } from '@parley/markdown';
import type { OrganizationSettings } from '@parley/settings';
import type { Ctx } from '../context.ts';

/** The organization has turned them on, and this server can load pages and pass on their pictures. */
export const hasLinkPreviews = (
  { pictureKey, upload }: Pick<Ctx, 'pictureKey' | 'upload'>,
  settings: OrganizationSettings,
): boolean => settings.inline_url_embed_preview && pictureKey !== '' && upload !== undefined;

/** None for bots, which often send lists of links, nor for `/me` messages, which clients show in one line. */
export const linksToPreview = (
  ctx: Pick<Ctx, 'pictureKey' | 'upload'>,
  settings: OrganizationSettings,
  sender: User,
  { isMeMessage, previewLinks }: Rendered,
): readonly string[] => (hasLinkPreviews(ctx, settings) && !sender.isBot && !isMeMessage ? previewLinks : []);
