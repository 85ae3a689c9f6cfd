import type { UserId } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../kernel/domain/person.ts';
import {
  decideInviteAs,
  decideManage,
  decideWelcomeText,
  expiryOf,
  readAddress,
  splitAddresses,
} from './invitation-rules.ts';

const person = (userId: UserId, role: number): Person => ({ userId, role, isActive: true }) as Person;

describe('addresses', () => {
  it('are split at commas and newlines, without duplicates', () => {
    expect(splitAddresses('a@x.example, b@x.example\r\n\n a@x.example,')).toEqual([
      'a@x.example',
      'b@x.example',
    ]);
    expect(
      splitAddresses('a@x.example; "Lee; Ann, Dr." <b@x.example>;;c@x.example\rd@x.example;"e@x.example'),
    ).toEqual(['a@x.example', '"Lee; Ann, Dr." <b@x.example>', 'c@x.example', 'd@x.example', '"e@x.example']);
    expect(() => splitAddresses(' ,;\n')).toThrow('You must specify at least one email address.');
    const many = Array.from({ length: 1_001 }, (_, n) => `p${n}@x.example`).join();
    expect(() => splitAddresses(many)).toThrow('At most 1000');
  });

  it('are read with and without a display name', () => {
    expect(readAddress('Ann Example <ann@x.example>', 'chat.test')).toBe('ann@x.example');
    expect(readAddress('ann@x.example', 'chat.test')).toBe('ann@x.example');
    for (const none of ['ann', '<>', 'a@b@c', 'user7@chat.test', 'a b@x.example']) {
      expect(readAddress(none, 'chat.test')).toBeUndefined();
    }
  });
});

describe('an invitation', () => {
  it('never offers a role above the inviter’s own', () => {
    const roles = [100, 200, 300, 400, 600];
    for (const own of roles) {
      for (const given of roles) {
        const decide = () => decideInviteAs(person(1, own), given);
        if (given >= own) expect(decide()).toBe(given);
        else expect(decide).toThrow('Must be an organization');
      }
    }
    expect(() => decideInviteAs(person(1, 100), 500)).toThrow('Invalid invite_as');
  });

  it('expires after ten days, after the given time, or never', () => {
    expect(expiryOf(0, false, 0)).toEqual(new Date(14_400 * 60_000));
    expect(expiryOf(2, false, 0)).toEqual(new Date(120_000));
    expect(expiryOf(0, true, 0)).toBeNull();
    expect(() => expiryOf(-1, false)).toThrow('between');
    expect(() => expiryOf(99_999_999, false)).toThrow('between');
  });

  it('takes its welcome text from administrators only', () => {
    expect(decideWelcomeText(person(1, 200), 'Hi')).toBe('Hi');
    expect(decideWelcomeText(person(1, 200), '')).toBe('');
    expect(decideWelcomeText(person(1, 400), 'Hi')).toBeNull();
    expect(decideWelcomeText(person(1, 200), '😀'.repeat(8_000))).toHaveLength(16_000);
    expect(() => decideWelcomeText(person(1, 200), 'x'.repeat(8_001))).toThrow('too long');
  });

  it('is managed by the inviter and by administrators, and by owners only when it invites an owner', () => {
    expect(() => decideManage(person(1, 400), { invitedBy: 1, role: 400 })).not.toThrow();
    expect(() => decideManage(person(2, 400), { invitedBy: 1, role: 400 })).toThrow(
      'Insufficient permission',
    );
    expect(() => decideManage(person(2, 200), { invitedBy: 1, role: 400 })).not.toThrow();
    expect(() => decideManage(person(2, 200), { invitedBy: 1, role: 100 })).toThrow('owner');
  });
});
