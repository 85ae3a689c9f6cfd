import type { User } from '../objects.ts';

export type PersonChange = Partial<Omit<User, 'is_deleted'>> & {
  readonly user_id: number;
  readonly is_deleted?: boolean;
  readonly new_email?: string;
  readonly avatar_source?: string;
  readonly avatar_url_medium?: string;
  readonly custom_profile_field?: { id: number; value: string | null; rendered_value?: string };
};

const roles = { owner: 100, administrator: 200, moderator: 300, guest: 600 } as const;

export function userAfter(user: User, change: PersonChange): User {
  const {
    new_email: newEmail,
    custom_profile_field: field,
    avatar_source: _source,
    avatar_url_medium: _medium,
    is_deleted: isDeleted = user.is_deleted ?? false,
    ...rest
  } = change;
  const { is_deleted: _former, ...known } = user;
  return {
    ...known,
    ...rest,
    // As in registrations, only deleted users have the member.
    ...(isDeleted && { is_deleted: true }),
    ...(newEmail !== undefined && { email: newEmail }),
    ...(change.role !== undefined && flagsOf(change.role)),
    ...(field && { profile_data: profileAfter(user.profile_data ?? {}, field) }),
  };
}

const flagsOf = (role: number) => ({
  is_owner: role === roles.owner,
  is_admin: role === roles.owner || role === roles.administrator,
  is_guest: role === roles.guest,
});

type Profile = NonNullable<User['profile_data']>;

function profileAfter(
  profile: Profile,
  { id, value, rendered_value: rendered }: NonNullable<PersonChange['custom_profile_field']>,
): Profile {
  const { [String(id)]: _former, ...others } = profile;
  if (value === null) return others;
  return {
    ...others,
    [id]: { value, ...(rendered !== undefined && { rendered_value: rendered }) },
  } as Profile;
}
