import { RawJson, SharedJson, type SharedPiece, SharedText } from '@parley/registration';
import { roles, type SystemGroupRule, type UserId } from '@parley/rules';
import type { SystemGroupIds } from '@parley/settings';
import type { PeopleByRole } from '../../kernel/domain/people-by-role.ts';
import { presentGroup, type StoredGroup } from '../domain/groups.ts';

/** Minimum length of the JSON of a shared list, in bytes. Shorter lists are copied into each response. */
const leastShared = 1_024;

const unixSeconds = () => Math.floor(Date.now() / 1_000);

/**
 * Returns groups in the form of the API, for viewers who may see everybody. In large organizations, the lists of members of
 * system groups are long. So their JSON is shared by all responses.
 * @param deactivated IDs of deactivated people, who are left out
 */
export function shareGroups(
  groups: readonly StoredGroup[],
  {
    people,
    systemGroups,
    waitingPeriodDays,
    deactivated,
  }: {
    people: PeopleByRole;
    systemGroups: SystemGroupIds;
    waitingPeriodDays: number;
    deactivated: ReadonlySet<UserId>;
  },
): SharedJson | RawJson {
  const joinedUntil = unixSeconds() - waitingPeriodDays * 86_400;
  const presented = groups.map((group) => {
    const { members, ...rest } = presentGroup(group, systemGroups, {});
    if (group.rule === '') return { rest, members: members.filter((id) => !deactivated.has(id)) };
    return { rest, members: membersOf(group.rule, people, joinedUntil) };
  });
  const pieces: SharedPiece[] = [];
  let own = '[';
  presented.forEach(({ rest, members }, index) => {
    own += `${index > 0 ? ',' : ''}${JSON.stringify(rest).slice(0, -1)},"members":`;
    if (!(members instanceof SharedText)) own += JSON.stringify(members);
    else if (members.bytes.length < leastShared) own += members.bytes.toString();
    else {
      pieces.push({ text: members, replacements: [{ start: 0, end: 0, text: Buffer.from(own) }] });
      own = '';
    }
    own += '}';
  });
  own += ']';
  const last = pieces.pop();
  if (!last) return new RawJson(Buffer.from(own));
  const { length } = last.text.bytes;
  const replacements = [...last.replacements, { start: length, end: length, text: Buffer.from(own) }];
  return new SharedJson([...pieces, { text: last.text, replacements }]);
}

function membersOf(
  rule: SystemGroupRule,
  people: PeopleByRole,
  joinedUntil: number,
): SharedText | readonly number[] {
  switch (rule) {
    case 'role:owners':
      return people.textOf(roles.owner);
    case 'role:administrators':
      return people.textOf(roles.administrator);
    case 'role:moderators':
      return people.textOf(roles.moderator);
    case 'role:fullmembers':
      return people.fullMembers(joinedUntil);
    case 'role:members':
      return people.textOf(roles.member);
    case 'role:everyone':
      return people.textOf(roles.guest);
    default:
      return [];
  }
}
