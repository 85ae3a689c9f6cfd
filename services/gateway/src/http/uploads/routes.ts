import type { AnyRoute } from '../../edge/route.ts';
import { deleteAttachment } from './delete-attachment.ts';
import { getAttachments } from './get-attachments.ts';
import { getTemporaryUrl } from './get-temporary-url.ts';

/** Uploaded files as a list; the files themselves are under Files. */
export const uploadsRoutes: readonly AnyRoute[] = [getAttachments, deleteAttachment, getTemporaryUrl];
