import { describe, expect, it } from 'vitest';
import { audiencesOf, divideByViewers } from './audiences.ts';

describe('events about several people', () => {
  const [bot, ann, ben, guest, other] = [1, 2, 3, 10, 11];
  const viewers = {
    bots: new Set([bot]),
    guestsOf: new Map([
      [ann, [guest, other]],
      [ben, [other]],
    ]),
  };

  it('go to all people where all people see each other', () => {
    const parts = divideByViewers([ann, ben], undefined);
    expect(audiencesOf(parts)).toEqual([{ audience: { maxRole: 600 }, userIds: [ann, ben] }]);
  });

  it('name to each guest only the people whom the guest sees, and name bots to all people', () => {
    expect(audiencesOf(divideByViewers([bot, ann, ben], viewers))).toEqual([
      { audience: { maxRole: 600 }, userIds: [bot] },
      { audience: { maxRole: 400 }, userIds: [ann, ben] },
      { audience: { userIds: [guest] }, userIds: [ann] },
      { audience: { userIds: [other] }, userIds: [ann, ben] },
    ]);
  });

  it('are shared by guests who see the same people, and events without people are omitted', () => {
    expect(audiencesOf(divideByViewers([ann], viewers))).toEqual([
      { audience: { maxRole: 400 }, userIds: [ann] },
      { audience: { userIds: [guest, other] }, userIds: [ann] },
    ]);
    expect(audiencesOf(divideByViewers([], viewers))).toEqual([]);
  });
});
