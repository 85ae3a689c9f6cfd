import type { User } from '@parley/directory';
import type { Rendered } from '@parley/markdown';
import type { OrganizationSettings } from '@parley/settings';
import type { Ctx } from '../context.ts';

/**
 * Returns whether links get previews: the organization has turned them on, and this server can load pages and pass on their
 * pictures.
 */
export const hasLinkPreviews = (
  { pictureKey, upload }: Pick<Ctx, 'pictureKey' | 'upload'>,
  settings: OrganizationSettings,
): boolean => settings.inline_url_embed_preview && pictureKey !== '' && upload !== undefined;

/**
 * Returns the links of a message that get a preview. Bots get none, because they often send lists of links. `/me` messages get
 * none, because clients show them in one line.
 */
export const linksToPreview = (
  ctx: Pick<Ctx, 'pictureKey' | 'upload'>,
  settings: OrganizationSettings,
  sender: User,
  { isMeMessage, previewLinks }: Rendered,
): readonly string[] => (hasLinkPreviews(ctx, settings) && !sender.isBot && !isMeMessage ? previewLinks : []);
