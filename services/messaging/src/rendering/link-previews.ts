import type { User } from '@parley/directory';
import type { Rendered } from '@parley/markdown';
import type { OrganizationSettings } from '@parley/settings';
import type { Ctx } from '../context.ts';

/**
 * Returns whether links get previews: the organization and the deployment want them, and their pictures can be shown.
 */
export const hasLinkPreviews = (
  { pictureKey, upload }: Pick<Ctx, 'pictureKey' | 'upload'>,
  settings: OrganizationSettings,
): boolean => settings.inline_url_embed_preview && pictureKey !== '' && upload !== undefined;

/**
 * Returns the links of a message that get a preview. Bots get none: what they send is often a list of links. `/me`
 * messages get none, because clients show them in one line.
 */
export const linksToPreview = (
  ctx: Pick<Ctx, 'pictureKey' | 'upload'>,
  settings: OrganizationSettings,
  sender: User,
  { isMeMessage, previewLinks }: Rendered,
): readonly string[] => (hasLinkPreviews(ctx, settings) && !sender.isBot && !isMeMessage ? previewLinks : []);
