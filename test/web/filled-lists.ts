import type { Team } from './team.ts';

/** Fills all lists of the settings, so that tests see their rows. */
export async function fillLists(team: Team): Promise<void> {
  const { owner, alice, bob } = team;
  const { api } = owner;
  await api.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  await api.post('/realm/filters', {
    pattern: '(?P<team>[A-Z]{2,10})-(?P<number>[0-9]{1,8})',
    url_template: 'https://planning.example.com/projects/{team}/issues/{number}?view=details&source=chat',
  });
  await api.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' });
  await api.post('/realm/playgrounds', {
    name: 'Rust playground',
    pygments_language: 'Rust',
    url_template: 'https://play.rust-lang.org/?edition=2021&code={code}',
  });
  // Creates enough entries for the list to show a filter.
  for (let number = 1; number <= 9; number++) {
    await api.post('/realm/playgrounds', {
      name: `Playground for experiments ${number}`,
      pygments_language: 'JavaScript',
      url_template: `https://playground${number}.example/?language=javascript&code={code}`,
    });
  }
  await api.post('/realm/profile_fields', { field_type: 1, name: 'Team', hint: 'Where you work most' });
  await api.post('/realm/profile_fields', { field_type: 4, name: 'Birthday', hint: '' });
  await api.post('/realm/domains', { domain: 'company-of-northern-europe.example', allow_subdomains: false });
  await api.post('/channel_folders/create', { name: 'Work', description: '' });
  await api.post('/default_streams', { stream_id: team.design });
  await api.post('/invites/multiuse', { stream_ids: [] });
  await api.post('/invites', { invitee_emails: 'nadia.newcomer@demo.example', stream_ids: [] });
  await api.post('/bots', { full_name: 'Build bot', short_name: 'build', bot_type: 1 });
  await api.post('/user_groups/create', {
    name: 'painters',
    description: 'They paint',
    members: [alice.userId],
  });
  await api.post(`/users/me/muted_users/${bob.userId}`);
  await api.post('/users/me/alert_words', { alert_words: ['deadline'] });
  await api.post('/saved_snippets', { title: 'Thanks', content: 'Thank you for the report!' });
  await api.post('/users/me/api_keys', { name: 'Releases', areas: ['messages'], expires_in_days: 90 });
  await api.post('/user_topics', { stream_id: team.design, topic: 'logo', visibility_policy: 3 });
  await api.post('/export/realm', {});
  const file = await team.upload(owner, 'a report of the year.txt', 'text/plain', new Uint8Array([65]));
  await owner.send('design', `[report](${file})`, 'logo');
  await team.network.caughtUp();
}
