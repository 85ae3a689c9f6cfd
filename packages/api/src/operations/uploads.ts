import { z } from 'zod';
import { attachmentSchema } from '../objects/attachment.ts';

export const getAttachmentsAnswer = z.strictObject({
  attachments: z.array(attachmentSchema),
  upload_space_used: z.int(),
});

export const getFileTemporaryUrlAnswer = z.strictObject({
  url: z.string(),
});

export const uploadFileAnswer = z.strictObject({
  uri: z.string().meta({ deprecated: true }),
  url: z.string(),
  filename: z.string(),
});
