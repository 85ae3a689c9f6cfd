import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

// Runs the examples of the client library, to which its README links or which it contains.

const folder = join(import.meta.dirname, '../../../packages/client');

let network: Network;
let alice: Person;
let bob: Person;
let files: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'parley-example-'));
  network = await Network.start();
  ({ alice, bob } = await (await Organization.create(network)).add('alice', 'bob'));
  await alice.subscribe(['general'], [alice, bob]);
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

afterAll(async () => {
  await network?.stop();
  await rm(files, { recursive: true, force: true });
});

/** Runs an example as a person. `printed` contains its output; `ended` resolves with its exit code. */
function run(name: string, person: Person, args: readonly string[] = []) {
  const child = spawn(
    process.execPath,
    ['--conditions=parley-source', '--no-warnings', join(folder, 'examples', `${name}.ts`), ...args],
    {
      env: {
        ...process.env,
        PARLEY_URL: network.gatewayUrl(),
        PARLEY_EMAIL: person.email,
        PARLEY_API_KEY: person.apiKey,
      },
    },
  );
  children.push(child);
  const output = { printed: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output.printed += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output, ended };
}

describe('the README', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  it.each(['send', 'bot'])('contains the example "%s" unchanged', (name) => {
    const example = readFileSync(join(folder, 'examples', `${name}.ts`), 'utf8');
    expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``);
  });

  it.each(['upload', 'follow'])('links to the example "%s"', (name) => {
    expect(readme).toContain(`](examples/${name}.ts)`);
  });
});

describe('the example', () => {
  it('"send" sends a message', async () => {
    const { output, ended } = run('send', alice);
    expect(await ended).toBe(0);
    const [message] = await bob.messages([['topic', 'greetings']]);
    expect(message).toMatchObject({ content: 'Hello, **world**!' });
    expect(output.printed).toBe(`Sent message ${message!.id}.\n`);
  });

  it('"bot" answers messages that are sent to it', async () => {
    const { output } = run('bot', bob);
    await until('the bot listens', () => output.printed.includes('Listening.'));
    await alice.sendDirect([bob], 'are you there?');
    const answers = () => alice.messages([['dm', String(bob.email)]]);
    await until('the bot has answered', async () => (await answers()).length === 2);
    expect((await answers()).at(-1)).toMatchObject({ content: 'You said: are you there?' });
  });

  it('"upload" sends a file', async () => {
    const path = join(files, 'plan.txt');
    writeFileSync(path, 'The plan');
    const { output, ended } = run('upload', alice, [path]);
    expect(await ended).toBe(0);
    expect(output.printed).toContain('100 %');
    const [message] = await bob.messages([['topic', 'files']]);
    expect(message!.content).toMatch(/^\[plan\.txt\]\(\/user_uploads\/.*\)$/);
  });

  it('"follow" prints events', async () => {
    const { child, output, ended } = run('follow', bob);
    await until('it is online', () => output.printed.includes('online'));
    await alice.send('general', 'something new', 'news');
    await until('it has printed the message', () => output.printed.includes('something new'));
    expect(output.printed).toMatch(/[1-9]\d* unread, 0 of them mention you/);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});
