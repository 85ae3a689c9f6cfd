import { createHash } from 'node:crypto';
import { OutsideError } from '@parley/outside';
import type { GetLinkPreviewRequest } from '@parley/proto/upload/v1/previews';
import { GetLinkPreviewResponse } from '@parley/proto/upload/v1/previews';
import type { Ctx } from '../context.ts';
import { findLinkPreview, type LinkPreviewRow, storeLinkPreview } from '../db/link-previews.ts';
import { previewOfPage } from '../domain/page-preview.ts';
import { guardedFetch } from '../outside/guarded-fetch.ts';
import { requestOnce } from '../outside/request-once.ts';

/** The beginning of a page that is read; the rest is not requested. */
const maxBytes = 256 * 1024;
const dayMs = 24 * 3_600_000;
/** How long a description is known, and how long that a page has none. */
const lifetimeMs = { described: 7 * dayMs, undescribed: dayMs };
const noPreview: LinkPreviewRow = { title: '', description: '', pictureUrl: '' };
const pageTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/**
 * Returns what a linked page says about itself (docs/decisions/link-previews.md).
 * @throws UNAVAILABLE when too many requests to other hosts wait
 */
export async function getLinkPreview(
  ctx: Ctx,
  { url }: GetLinkPreviewRequest,
): Promise<GetLinkPreviewResponse> {
  if (!ctx.outside.isEnabled) return GetLinkPreviewResponse.create();
  const key = createHash('sha256').update(url).digest('hex');
  const known = await findLinkPreview(ctx.db, key, new Date(ctx.clock.now()));
  const preview =
    known ?? (await requestOnce(ctx, 'page', url, () => fetchPreview(ctx, key, url)).catch(without(ctx)));
  return GetLinkPreviewResponse.create(preview.title === '' ? {} : { preview });
}

async function fetchPreview(ctx: Ctx, key: string, url: string): Promise<LinkPreviewRow> {
  const wanted = {
    maxBytes,
    takesBeginning: true,
    isWantedType: (type: string) => pageTypes.has(type),
    accept: [...pageTypes].join(','),
  };
  const { body, contentType, url: finalUrl } = await guardedFetch(url, wanted, ctx.outside);
  const preview = previewOfPage(body, contentType, finalUrl);
  const lifetime = preview ? lifetimeMs.described : lifetimeMs.undescribed;
  const expiresAt = new Date(ctx.clock.now() + lifetime);
  await storeLinkPreview(ctx.db, key, preview ?? noPreview, expiresAt);
  return preview ?? noPreview;
}

/** Turns the other host's failure into the absence of a preview. */
const without = (ctx: Ctx) => (error: unknown) => {
  if (!(error instanceof OutsideError)) throw error;
  ctx.logger.debug({ err: error }, 'a linked page has no preview');
  return noPreview;
};
