/** Creates data for screenshots of settings and administration, in addition to the demo organization. */
import { clientOf } from './screen-data.ts';

/** Adds entries to the lists of the settings, so that screenshots show rows. */
export async function prepareSettingScreens(url: string): Promise<void> {
  const owner = await clientOf(url, 'owner');
  const marie = await clientOf(url, 'member1');
  const { members } = (await owner('GET', '/users')) as { members: { user_id: number; email: string }[] };
  const idOf = (name: string) => members.find(({ email }) => email === `${name}@demo.example`)!.user_id;
  await owner('POST', '/realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://tracker.example.com/issues/{id}',
  });
  await owner('POST', '/realm/filters', {
    pattern: '(?P<team>[A-Z]{2,10})-(?P<number>[0-9]{1,8})',
    url_template: 'https://planning.example.com/projects/{team}/issues/{number}?view=details&source=chat',
  });
  await owner('POST', '/realm/playgrounds', {
    name: 'Rust playground',
    pygments_language: 'Rust',
    url_template: 'https://play.rust-lang.org/?edition=2021&code={code}',
  });
  await owner('POST', '/realm/profile_fields', { field_type: 1, name: 'Team', hint: 'Where you work most' });
  await owner('POST', '/realm/profile_fields', { field_type: 4, name: 'Birthday', hint: '' });
  await owner('POST', '/realm/profile_fields', {
    field_type: 3,
    name: 'Office',
    hint: '',
    field_data: { 0: { text: 'Berlin', order: '1' }, 1: { text: 'Lisbon', order: '2' } },
  });
  await owner('POST', '/realm/domains', { domain: 'demo.example', allow_subdomains: false });
  await owner('POST', '/user_groups/create', {
    name: 'designers',
    description: 'People who draw',
    members: [idOf('member1'), idOf('member2'), idOf('owner')],
  });
  await owner('POST', '/invites/multiuse', { stream_ids: [] });
  await owner('POST', '/invites', { invitee_emails: 'nadia.newcomer@demo.example', stream_ids: [] });
  await owner('POST', '/export/realm', {});
  await owner('PATCH', '/realm', { enable_spectator_access: true });
  await owner('POST', '/users/me/subscriptions', {
    subscriptions: [
      { name: 'releases', description: 'What is **new**, for [everybody](https://example.com/)' },
    ],
    is_web_public: true,
  });
  for (const [topic, content] of [
    [
      'release 1.0',
      'Version **1.0** is out :tada:\n\n* faster search\n* reminders\n* `parley --help` in German',
    ],
    ['release 1.0', 'Thank you, everybody! The packages are on their way.'],
    ['meeting', '| When | Where |\n|---|---|\n| Monday, 10:00 | Berlin |\n| Tuesday, 15:00 | Lisbon |'],
  ]) {
    await owner('POST', '/messages', { type: 'channel', to: 'releases', topic, content });
  }
  await marie('POST', '/users/me/alert_words', { alert_words: ['deadline', 'release'] });
  await marie('POST', `/users/me/muted_users/${idOf('member4')}`);
  await marie('POST', '/users/me/api_keys', {
    name: 'Releases',
    areas: ['messages', 'channels'],
    expires_in_days: 90,
  });
  await marie('POST', '/users/me/api_keys', { name: 'Statistics of the week', is_read_only: true });
  await marie('POST', '/users/me/export');
  await marie('POST', '/saved_snippets', { title: 'Thanks', content: 'Thank you for the report!' });
}
