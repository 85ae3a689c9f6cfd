import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { roleSettingsOf } from '@parley/core';
import { migrate } from '@parley/db';
import { initPostgres, startPostgres } from '@parley/embedded';
import pg from 'pg';
const N = 100_000;
const dir = await mkdtemp('/tmp/s2perf-');
await initPostgres({ dir: join(dir, 'pg'), password: 'bench' });
const postgres = await startPostgres({ dir: join(dir, 'pg'), password: 'bench' });
try {
  const settings = roleSettingsOf('messaging');
  await migrate({ adminUrl: postgres.url, services: [{ schema: 'messaging', role: 'parley_messaging', password: 'bench', settings, migrations: '/work/wt-S2/services/messaging/src/db/migrations' }] });
  const c = new pg.Client(postgres.databaseUrl('postgres', { user: 'parley_messaging', password: 'bench' }));
  await c.connect();
  const t = async (n: string, q: string) => { const s = performance.now(); const r = await c.query(q); console.log(n, Math.round(performance.now() - s), 'ms'); return r; };
  await c.query('set statement_timeout to 0; set synchronous_commit to off; set work_mem to \'64MB\'; set maintenance_work_mem to \'256MB\'');
  for (const i of ['messages_channel_id_topic_key_id_idx','messages_has_link_idx','messages_search_words_idx','messages_sent_at_idx']) await c.query(`drop index if exists ${i}`);
  await c.query(`select add_search_partition(0)`);
  await t('messages', `insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content, renderer_version, sent_at, client, send_key, read_by_sender)
    select n, n % 1000, 1 + n % 300, 'topic', 1, 1 + n % 300, 'text', 'text', 1, to_timestamp(1700000000 + n), 'b', gen_random_uuid(), true from generate_series(1, ${N}) n`);
  await t('documents', `insert into search_documents select n, (
     (select string_agg(format('''%s'':%s', substr(md5(((power(random(), 3) * 29999)::int)::text), 1, 5), w), ' ') from generate_series(1, 15) w where n > 0)
     || case when n % 2 = 0 then ' ''however'':16' else '' end || case when n % 1000 = 7 then ' ''kestrel'':17' else '' end
     || case when n % 50 = 3 then ' ''annual'':18 ''report'':19' else '' end
     || format(' ''#b%s'' ''#c%s''', n / 8192, 1 + n % 300))::tsvector from generate_series(1, ${N}) n`);
  await c.query('select setval(\'message_ids\', ' + N + ')');
  await t('vacuum', 'vacuum analyze search_documents_0, messages');
  await c.query('set plan_cache_mode to force_custom_plan; set jit to off');
  const json = JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [i + 1, '{(0,]}'])));
  const run = async (name: string, q: string, from: number, to: number, blocks: number[] | undefined, limit = 51) => {
    const ts = blocks ? `${q} & (${blocks.map((b) => `'#b${b}'`).join(' | ')})` : q;
    const stmt = { name: name + from + (blocks?.length ?? 0), text: `select found.id from (select d.message_id from search_documents d where d.words @@ $1::tsquery and d.message_id >= $2::int8 and d.message_id < $3::int8 order by d.message_id desc) hit
      cross join lateral (select m.id from messages m where m.id = hit.message_id and (((select $4::jsonb) ->> m.channel_id::text)::int8multirange @> m.id or m.conversation_id in (select d.conversation_id from direct_members d where d.user_id = 5)) offset 0) found order by hit.message_id desc limit $5`, values: [ts, from, to, json, limit] };
    const times = [];
    let n = 0;
    for (let i = 0; i < 15; i++) { const s = performance.now(); n = (await c.query(stmt)).rows.length; times.push(performance.now() - s); }
    times.sort((a, b) => a - b);
    console.log(name.padEnd(40), 'rows', n, 'min', times[0]!.toFixed(2), 'median', times[7]!.toFixed(2));
    if (process.env.PLAN) console.log((await c.query({ text: 'explain (analyze, buffers, timing off) ' + stmt.text, values: stmt.values })).rows.map((r) => r['QUERY PLAN']).join('\n'));
  };
  const top = Math.floor(N / 8192);
  const last = (k: number) => Array.from({ length: k }, (_, i) => top - i);
  await run('frequent 2 blocks', "'however'", (top - 1) * 8192, N + 1, last(2));
  await run('frequent prefix 2 blocks', "'howe':*", (top - 1) * 8192, N + 1, last(2));
  await run('frequent 16', "'however'", (top - 15) * 8192, N + 1, last(16));
  await run('frequent all', "'however'", 0, N + 1, undefined);
  await run('rare 2', "'kestrel'", (top - 1) * 8192, N + 1, last(2));
  await run('rare 16', "'kestrel'", (top - 15) * 8192, N + 1, last(16));
  await run('rare all', "'kestrel'", 0, N + 1, undefined);
  await run('phrase 2', "'annual' <-> 'report'", (top - 1) * 8192, N + 1, last(2));
  await run('phrase 16', "'annual' <-> 'report'", (top - 15) * 8192, N + 1, last(16));
  await run('prefix 3 2', "'abc':*", (top - 1) * 8192, N + 1, last(2));
  await run('prefix 3 all', "'abc':*", 0, N + 1, undefined);
  await run('prefix 1 2', "'a':*", (top - 1) * 8192, N + 1, last(2));
  await run('absent all', "'nothing'", 0, N + 1, undefined);
  for (const o of ['enable_seqscan','enable_indexscan','enable_indexonlyscan']) await c.query('set ' + o + ' to off');
  const q = String.raw`select t.term from unnest($1::text[]) t (term) where exists (select from search_documents d where d.words @@ ('''' || replace(replace(t.term, '\', '\\'), '''', '''''') || '''')::tsquery)`;
  const terms = Array.from({ length: 500 }, (_, i) => i === 3 ? 'however' : 'spelling' + i);
  for (const mode of ['force_custom_plan', 'force_generic_plan']) { await c.query('set plan_cache_mode to ' + mode);
  for (let i = 0; i < 4; i++) { const s = performance.now(); const r = await c.query({ name: 'k' + mode, text: q, values: [terms] }); console.log('known', mode, r.rows.length, (performance.now() - s).toFixed(1)); } }
  console.log((await c.query({ text: 'explain ' + q, values: [terms] })).rows.map((r) => r['QUERY PLAN']).join('\n'));
  await c.end();
} finally { await postgres.stop(); await rm(dir, { recursive: true, force: true }); }
