import { scanReferences } from '@parley/markdown';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import type { StoredMessage } from '../db/stored-message.ts';
import type { EditPlan } from './plan-edit.ts';

/** Places a message's links may lead to. */
const maxPaths = 1_000;
/** An edit is not held up for it, milliseconds. */
const waitMs = 2_000;

const none = Buffer.alloc(0);

/**
 * Files of the editor's that the message linked and nothing links any more (contract, PATCH /messages/{id}); JSON array
 * text, empty for none. The edit is done by then: without an answer there are none.
 */
export async function detachedUploads(
  { upload, logger }: Ctx,
  before: Pick<StoredMessage, 'id' | 'content' | 'hasAttachment'>,
  { uploadPaths }: Pick<EditPlan, 'uploadPaths'>,
  call: Call,
): Promise<Buffer> {
  if (!upload || !before.hasAttachment) return none;
  const gone = scanReferences(before.content).uploads.filter((path) => !uploadPaths.includes(path));
  if (gone.length === 0) return none;
  try {
    const deadline = Math.min(call.deadline, Date.now() + waitMs);
    const request = { pathIds: gone.slice(0, maxPaths), messageId: before.id };
    const answer = await upload.findDetached(request, { ...call, deadline }, { idempotent: true });
    return answer.attachmentsJson;
  } catch (error) {
    logger.warn({ reason: (error as Error).message }, 'detached files are not listed');
    return none;
  }
}
