import { roles, type Viewer } from '@parley/rules';
import { effectiveUserSettings } from '@parley/settings';
import { listAlertWords, listMutedUsers } from '../../accounts/db/personal.ts';
import { listSystemBots } from '../../kernel/db/people.ts';
import { findUserSettings } from '../../kernel/db/user-settings.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { listProfileData, type ProfileData } from '../../people/db/profile-values.ts';
import { presentSystemBot, presentUser } from '../../people/domain/present-user.ts';
import { userPages } from '../../people/user-pages.ts';
import { JsonParts } from '../domain/json-parts.ts';
import type { Entry } from '../domain/tar.ts';
import { openFile } from './open-file.ts';
import type { Source } from './source.ts';

/**
 * Yields all people and bots, with their uploaded avatars. Settings, alert words, muted users, and addresses that administrators
 * may not see are included only for people
 * who consent, or for all people in an export without consent.
 */
export async function* peopleEntries(source: Source, counts: { people: number }): AsyncGenerator<Entry> {
  const { scope, consentingUserIds, hasAllPrivateData } = source;
  const consenting = new Set(consentingUserIds);
  const parts = new JsonParts('people');
  for (const bot of await listSystemBots(scope)) yield* parts.add(json(presentSystemBot(bot)));
  for await (const page of userPages(scope)) {
    const profileOf = await listProfileData(
      scope,
      page.map(({ userId }) => userId),
    );
    for (const person of page) {
      const avatar = await avatarEntry(source, person);
      if (avatar) yield avatar;
      const exported =
        hasAllPrivateData || consenting.has(person.userId)
          ? await consentingPerson(source, person, profileOf(person.userId))
          : presentPerson(person, administrator, profileOf(person.userId));
      yield* parts.add(json({ ...exported, ...(avatar && { avatar_path: avatar.name }) }));
    }
  }
  yield* parts.end();
  counts.people = parts.count;
}

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));

/** Stands for an administrator who is not one of the exported people, as the viewer of these people. */
const administrator: Viewer = { role: roles.administrator };

const presentPerson = (person: Person, viewer: Viewer, profileData: ProfileData) =>
  presentUser(person, { viewer, profileData });

async function consentingPerson({ scope }: Source, person: Person, profileData: ProfileData) {
  const { userId } = person;
  return {
    ...presentPerson(person, person, profileData),
    settings: effectiveUserSettings(await findUserSettings(scope, userId)),
    alert_words: await listAlertWords(scope, userId),
    muted_users: await listMutedUsers(scope, userId),
  };
}

async function avatarEntry(source: Source, person: Person): Promise<Entry | undefined> {
  if (person.avatarSource !== 'U') return undefined;
  const content = await openFile(source, { $case: 'imagePath', imagePath: person.avatarUrl });
  return content && { name: `images/avatar-${person.userId}`, ...content };
}
