import type { Person } from '@parley/test-kit';
import type { Deployment } from '../deployment.ts';
import { updateTable } from '../report.ts';
import { Caller } from './caller.ts';
import { cases, type World } from './cases.ts';
import { renderingCases } from './rendering-cases.ts';

/** Sends requests as clients send them, byte for byte. Returns the name and problem of each case with a wrong answer. */
export async function checkBytes({ url, organization }: Deployment): Promise<string[]> {
  const world = await worldOf(url, organization);
  const failures: string[] = [];
  const all = [...cases, renderingCases];
  for (const each of all) {
    const problem = await each.check(world).then(
      () => undefined,
      (error: Error) => error.message.replaceAll(/\s+/g, ' ').slice(0, 1_500),
    );
    if (problem === undefined) continue;
    failures.push(`${each.name}: ${problem}`);
    process.stdout.write(`  FAILED: ${each.name}: ${problem}\n`);
  }
  const passed = `${all.length - failures.length} of ${all.length} passed`;
  updateTable('bytes', [['Requests of clients', passed]], ['Requests of clients']);
  return failures;
}

async function worldOf(url: string, organization: Deployment['organization']): Promise<World> {
  const people = await organization.add('bytes', 'bytes-other');
  const { owner } = organization;
  const name = 'bytes';
  await people.bytes.subscribe([name], [people.bytes, people['bytes-other']]);
  await owner.subscribe([name]);
  const { stream_id: id } = await owner.api.get('/get_stream_id', { stream: name });
  const made = { full_name: 'Bytes bot', short_name: 'bytes-bot', bot_type: 1 };
  const { user_id: userId, api_key: apiKey } = await people.bytes.api.post('/bots', made);
  const { user } = await people.bytes.api.get(`/users/${userId}`);
  const callerOf = (person: Person) => new Caller(url, person);
  return {
    person: callerOf(people.bytes),
    other: callerOf(people['bytes-other']),
    owner: callerOf(owner),
    bot: new Caller(url, { email: user.email, apiKey, userId }),
    channel: { id, name },
  };
}
