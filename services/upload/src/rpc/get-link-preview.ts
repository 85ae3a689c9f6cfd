import { createHash } from 'node:crypto';
import { OutsideError } from '@parley/outside';
import type { GetLinkPreviewRequest } from '@parley/proto/upload/v1/previews';
import { GetLinkPreviewResponse } from '@parley/proto/upload/v1/previews';
import type { Ctx } from '../context.ts';
import { findLinkPreview, type LinkPreviewRow, storeLinkPreview } from '../db/link-previews.ts';
import { previewOfPage } from '../domain/page-preview.ts';
import { guardedFetch } from '../outside/guarded-fetch.ts';
import { requestOnce } from '../outside/request-once.ts';

/** Number of bytes of a page that are read, from its beginning. */
const maxBytes = 256 * 1024;
const dayMs = 24 * 3_600_000;
/** How long a description is stored, and how long a page without one is not requested again, in milliseconds. */
const lifetimeMs = { described: 7 * dayMs, undescribed: dayMs };
const noPreview: LinkPreviewRow = { title: '', description: '', pictureUrl: '' };
const pageTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/**
 * Returns the title, description and picture that a linked page declares (docs/decisions/link-previews.md). The answer is empty
 * when the page has no title or no picture, or cannot be loaded, and when requests to other hosts are disabled.
 * @throws UNAVAILABLE when too many requests to other hosts wait, or this one waited too long
 */
export async function getLinkPreview(
  ctx: Ctx,
  { url }: GetLinkPreviewRequest,
): Promise<GetLinkPreviewResponse> {
  if (!ctx.outside.isEnabled) return GetLinkPreviewResponse.create();
  const key = createHash('sha256').update(url).digest('hex');
  const stored = () => findLinkPreview(ctx.db, key, new Date(ctx.clock.now()));
  // Looks again, because another reader's request may have stored the preview meanwhile.
  const request = async () => (await stored()) ?? (await fetchPreview(ctx, key, url));
  const preview =
    (await stored()) ?? (await requestOnce(ctx, 'page', url, request).catch(noPreviewOnFailure(ctx)));
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

/** Returns an error handler. It answers a failure of the other host with "no preview", and rethrows any other error. */
const noPreviewOnFailure = (ctx: Ctx) => (error: unknown) => {
  if (!(error instanceof OutsideError)) throw error;
  ctx.logger.debug({ err: error }, 'a linked page has no preview');
  return noPreview;
};
