import { z } from 'zod';
import { ok, raw } from '../../edge/envelope.ts';
import { integer, json } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

/** Drafts in one request at most. */
const maxDrafts = 1_000;
const maxRecipients = 1_000;

/** Specification, "Draft". What a client read of a draft it may send again, its ID as well. */
const draftSchema = z.strictObject({
  id: z.int().optional(),
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int().nonnegative()).max(maxRecipients),
  topic: z.string(),
  content: z.string(),
  timestamp: z.number().nonnegative().optional(),
});

const toDraft = ({ id: _, timestamp, ...draft }: z.infer<typeof draftSchema>) => ({
  ...draft,
  timestamp: timestamp === undefined ? undefined : Math.floor(timestamp),
});

export const getDrafts = route({
  method: 'GET',
  path: '/drafts',
  operation: 'get-drafts',
  summary: 'Drafts of the caller, the latest edited last.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { draftsJson, count } = await ctx.rpc.messaging.getDrafts({}, call, { idempotent: true });
    return ok({ count, drafts: raw(draftsJson) });
  },
});

export const createDrafts = route({
  method: 'POST',
  path: '/drafts',
  operation: 'create-drafts',
  summary: 'Creates drafts, all or none.',
  auth: 'required',
  params: params({ drafts: json(z.array(draftSchema).max(maxDrafts)).default([]) }),
  async handle(ctx, values, { call }) {
    const { ids } = await ctx.rpc.messaging.createDrafts({ drafts: values.drafts.map(toDraft) }, call);
    return ok({ ids });
  },
});

export const editDraft = route({
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  operation: 'edit-draft',
  summary: 'Replaces a draft (specification, 10).',
  auth: 'required',
  params: params({ draft_id: integer({ min: 0 }).inPath(), draft: json(draftSchema) }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.editDraft({ draftId: values.draft_id, draft: toDraft(values.draft) }, call);
    return ok();
  },
});

export const deleteDraft = route({
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  operation: 'delete-draft',
  summary: 'Deletes a draft.',
  auth: 'required',
  params: params({ draft_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.deleteDraft({ draftId: values.draft_id }, call);
    return ok();
  },
});
