import { textStatusSchema } from '@parley/api';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

const limit = 50;

export const getSearchFiles = route({
  method: 'GET',
  path: '/search/files',
  operation: 'get-search-files',
  summary: 'Finds files that messages link, by their name, their text, and the text of the message.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    query: text(1_000).describe('Words, with the grammar of the operator `search`.'),
    page: text(40).optional().describe('`next_page` of the page before. Absent: the first page.'),
  }),
  answer: z.strictObject({
    /** Asks for the next page. Null: this is the last one. */
    next_page: z.string().nullable(),
    files: z.array(
      z.strictObject({
        name: z.string(),
        path_id: z.string(),
        /** HTML with the found parts marked: the name, and a line of the file or of the message. */
        match_name: z.string(),
        context: z.string(),
        /** The newest message with the file that the user may read. */
        message_id: z.int(),
        sender_id: z.int(),
        /** Null for a direct message. */
        stream_id: z.int().nullable(),
        topic: z.string(),
        /** In seconds since the Unix epoch. */
        date_sent: z.int(),
        /** Whether the text of the file was read: see `Attachment`. */
        text_status: textStatusSchema,
      }),
    ),
  }),
  async handle(ctx, { query, page = '' }, { call }) {
    const { files, nextPage } = await ctx.rpc.messaging.findFiles({ query, limit, page }, call);
    return ok({
      next_page: nextPage === '' ? null : nextPage,
      files: files.map((file) => ({
        name: file.name,
        path_id: file.pathId,
        match_name: file.matchName,
        context: file.context,
        message_id: file.messageId,
        sender_id: file.senderId,
        stream_id: file.channelId ?? null,
        topic: file.topic,
        date_sent: file.sentAt,
        text_status: file.textStatus as z.infer<typeof textStatusSchema>,
      })),
    });
  },
});
