import type { AnyRoute } from '../../edge/route.ts';
import { getAttachments } from './get-attachments.ts';
import { getFileTemporaryUrl } from './get-file-temporary-url.ts';
import { removeAttachment } from './remove-attachment.ts';

/** Routes of lists of uploaded files. */
export const uploadsRoutes: readonly AnyRoute[] = [getAttachments, removeAttachment, getFileTemporaryUrl];
