import type { Scope } from '@parley/facts';
import { scanReferences } from '@parley/markdown';
import type { Ctx } from '../context.ts';
import type { StoredMessage } from '../db/stored-message.ts';
import type { EditPlan } from './plan-edit.ts';

/** Maximum number of links of one message that are looked up. */
const maxPaths = 1_000;
/** Time limit of the lookup in milliseconds. It is short, because the edit is already stored and the caller waits. */
const waitMs = 2_000;

const none = Buffer.alloc(0);

/**
 * Returns the editor's files to which no message links any more because of this edit, as the text of a JSON array. The text is
 * empty when there are none, and when the upload service does not answer (docs/api/messages.md#editing-and-moving).
 */
export async function detachedUploads(
  { upload, logger }: Ctx,
  before: Pick<StoredMessage, 'id' | 'content' | 'hasAttachment'>,
  { uploadPaths }: Pick<EditPlan, 'uploadPaths'>,
  scope: Scope,
): Promise<Buffer> {
  if (!upload || !before.hasAttachment) return none;
  const removed = scanReferences(before.content).uploads.filter((path) => !uploadPaths.includes(path));
  if (removed.length === 0) return none;
  try {
    const deadline = Math.min(scope.call.deadline, Date.now() + waitMs);
    const request = { pathIds: removed.slice(0, maxPaths), messageId: before.id };
    const answer = await upload.findDetached(request, { ...scope.call, deadline });
    return answer.attachmentsJson;
  } catch (error) {
    logger.warn({ err: error }, 'detached files could not be looked up; the answer leaves them out');
    return none;
  }
}
