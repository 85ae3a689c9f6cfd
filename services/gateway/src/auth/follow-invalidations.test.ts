import { followedBytes, followedEvent } from '@parley/event-log/testing';
import { Event } from '@parley/proto/events/v1/event';
import { beforeEach, describe, expect, it } from 'vitest';
import { invalidationBy } from './follow-invalidations.ts';

const everyone = 'everyone';
let invalidated: (number | string)[];
let ended: (number | string)[];
let revoked: number[];
const { onEvents } = invalidationBy(
  {
    invalidate: (userId) => invalidated.push(userId),
    clear: () => invalidated.push(everyone),
  },
  {
    endStreams: (userId) => ended.push(userId ?? everyone),
    revoke: (userId) => revoked.push(userId),
  },
);

beforeEach(() => {
  invalidated = [];
  ended = [];
  revoked = [];
});

const follow = (event: Parameters<typeof Event.fromPartial>[0]) => onEvents([followedEvent(event)]);
const encode = (event: Parameters<typeof Event.fromPartial>[0]) =>
  Event.encode(Event.fromPartial(event)).finish();

const followBytes = (event: Uint8Array, hasOutlines = true) =>
  onEvents([followedBytes(event, { hasOutlines })]);

/** Returns an encoded event of a newer release, with a fact that this release does not know. */
function withUnknownFact(): Uint8Array {
  const known = encode({ fact: { value: { $case: 'messageSent', messageSent: {} } } });
  // Replaces the field number of the fact's value (1) by 10, which is not in the schema.
  const at = known.lastIndexOf(0x0a);
  return known.map((byte, index) => (index === at ? 0x52 : byte));
}

describe('cached callers', () => {
  it('become invalid, and their streams end, when their account changes', () => {
    follow({
      fact: { value: { $case: 'userChanged', userChanged: { user: { userId: 7, isActive: true } } } },
    });
    follow({ fact: { value: { $case: 'writingSettingsChanged', writingSettingsChanged: { userId: 9 } } } });
    follow({ fact: { value: { $case: 'organizationDeactivated', organizationDeactivated: {} } } });
    expect(invalidated).toEqual([7, 9, everyone]);
    expect(ended).toEqual(invalidated);
    expect(revoked).toEqual([]);
  });

  it('become invalid, and their polls are answered, when their account, a key or a session ends', () => {
    follow({ fact: { value: { $case: 'userChanged', userChanged: { user: { userId: 7 } } } } });
    follow({ fact: { value: { $case: 'apiKeyRevoked', apiKeyRevoked: { userId: 8 } } } });
    follow({ fact: { value: { $case: 'sessionsEnded', sessionsEnded: { userId: 9 } } } });
    expect(invalidated).toEqual([7, 8, 9]);
    expect(revoked).toEqual([7, 8, 9]);
    expect(ended).toEqual([]);
  });

  it('stay valid after other events, whatever words these contain', () => {
    const messageSent = { content: 'user-admin.user.changed' };
    follow({ kind: 'messaging.message.sent', fact: { value: { $case: 'messageSent', messageSent } } });
    follow({ kind: 'user-admin.invitation.changed', deliveries: [{ json: Buffer.from('{}') }] });
    expect(invalidated).toEqual([]);
  });

  it('all become invalid after an event that this release cannot read', () => {
    followBytes(withUnknownFact());
    followBytes(Uint8Array.from([0xff]));
    expect(invalidated).toEqual([everyone, everyone]);
  });

  it('become invalid in the same way with entries of an earlier release', () => {
    const revoked = { $case: 'apiKeyRevoked' as const, apiKeyRevoked: { userId: 8 } };
    followBytes(encode({ kind: 'user-admin.user.key_revoked', fact: { value: revoked } }), false);
    followBytes(encode({ kind: 'user-admin.user.noticed' }), false);
    followBytes(withUnknownFact(), false);
    followBytes(Uint8Array.from([0xff]), false);
    expect(invalidated).toEqual([8, everyone, everyone]);
  });
});
