import { type Query, sql } from '@parley/db';
import type { UserId } from '@parley/rules';

/** By kind of data, without harmful files and files that were not scanned yet. */
export const personDataQueries: Readonly<Record<string, (userId: UserId) => Query>> = {
  uploads: (userId) => sql`
    select attachment_id as id, json_build_object('id', attachment_id, 'path_id', path_id, 'name', file_name,
             'content_type', content_type, 'size', size_bytes, 'owner_id', owner_id,
             'create_time', floor(extract(epoch from created_at))::int8) as json
      from attachments where owner_id = ${userId} and scan_state = 'clean'`,
};
