import { expect, it } from 'vitest';
import { gapFrame, syslogFrame } from './syslog.ts';

const record = {
  position: 7,
  id: 9,
  time: '2026-01-01T00:00:00.000001Z',
  source: 'user-admin',
  actor_id: 1,
  action: 'user.signed_in',
  user_id: 1,
  details: { name: 'Zoë\nnext' },
  client: 'website',
  address: '192.0.2.1',
  previous_hash: 'aa',
  hash: 'bb',
};

it('an entry is one message of RFC 5424 with its length in bytes', () => {
  const bytes = syslogFrame(record, 'chat.example');
  const space = bytes.indexOf(' ');
  const message = bytes.subarray(space + 1);
  expect(Number(bytes.subarray(0, space).toString())).toBe(message.length);
  const [header, json] = message.toString().split('\uFEFF') as [string, string];
  expect(header).toBe(
    '<110>1 2026-01-01T00:00:00.000001Z chat.example parley - user.signed_in [parley@32473 position="7" hash="bb"] ',
  );
  expect(JSON.parse(json)).toEqual(record);
});

it('host names and actions cannot add header fields', () => {
  const text = syslogFrame({ ...record, action: 'a b\n<0>1' }, 'a host').toString();
  expect(text).toContain(' a_host parley - a_b_<0>1 [');
});

it('missing entries produce a critical message', () => {
  const text = gapFrame({ gap: { from: 3, to: 4, reason: 'entry 3 is missing' } }, 'chat.example').toString();
  expect(text).toMatch(/^\d+ <106>1 \S+ chat\.example parley - audit\.gap \[parley@32473 from="3" to="4"\] /);
});
