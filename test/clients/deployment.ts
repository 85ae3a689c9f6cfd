import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster, freePort, type Organization, type Person, testPassword } from '@parley/test-kit';

/** Environment variables and a folder that give a client its accounts, channel and files. */
export type ClientSetup = { readonly env: Readonly<Record<string, string>>; readonly folder: string };

const password = testPassword;
const publicChannel = 'general';

/** A real deployment, in which each service is a process. */
export class Deployment implements AsyncDisposable {
  readonly url: string;
  readonly organization: Organization;
  /** A port of this machine at which a client may receive requests of the deployment. */
  readonly #appPort: number;
  readonly #cluster: Cluster;
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-clients-'));

  private constructor(cluster: Cluster, appPort: number) {
    this.#appPort = appPort;
    this.#cluster = cluster;
    this.url = cluster.url;
    this.organization = cluster.organization;
  }

  /** Starts a deployment. `firstMessageId` is the ID of its first message, instead of the usual one. */
  static async start(firstMessageId?: number): Promise<Deployment> {
    // Some clients upload files above the default size limit.
    const appPort = await freePort();
    const env = {
      PARLEY_MAX_UPLOAD_MIB: '100',
      PARLEY_INTEGRATIONS_ALLOWED_HOSTS: `127.0.0.1:${appPort}`,
      ...(firstMessageId !== undefined && { PARLEY_FIRST_MESSAGE_ID: String(firstMessageId) }),
    };
    const cluster = await Cluster.start({ env });
    const { owner } = cluster.organization;
    await owner.subscribe([publicChannel]);
    await owner.subscribe(['reports'], undefined, { invite_only: true });
    const { stream_id } = await owner.api.get('/get_stream_id', { stream: 'reports' });
    await owner.api.patch('/realm', { moderation_request_channel_id: stream_id });
    return new Deployment(cluster, appPort);
  }

  /** Creates the accounts and configuration files that a client needs. */
  async setUpFor(name: string): Promise<ClientSetup> {
    const { organization, url } = this;
    const { owner } = organization;
    const people = await organization.add(name, `${name}-other`);
    const [person, other] = [people[name]!, people[`${name}-other`]!];
    await owner.subscribe([publicChannel], [person, other]);
    await person.api.post('/users/me/presence', { status: 'active' });
    const bot = await person.api.post('/bots', {
      full_name: `${name} bot`,
      short_name: `${name}-bot`,
      bot_type: 1,
    });
    const { email: botEmail } = (await person.api.get(`/users/${bot.user_id}`)).user;
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
    const write = (file: string, email: string, key: string, more = '') =>
      writeFileSync(join(folder, file), `[api]\nemail=${email}\nkey=${key}\nsite=${url}\n${more}`, {
        mode: 0o600,
      });
    write('zuliprc', person.email, person.apiKey);
    write('password-zuliprc', person.email, person.apiKey, `password=${password}\n`);
    write('other-zuliprc', other.email, other.apiKey);
    write('owner-zuliprc', owner.email, owner.apiKey);
    write('bot-zuliprc', botEmail, bot.api_key);
    writeFileSync(join(folder, 'note.txt'), 'a note\n');
    cpSync(join(import.meta.dirname, 'picture.png'), join(folder, 'picture.png'));
    return {
      folder,
      env: {
        CLIENT_SITE: url,
        CLIENT_FOLDER: folder,
        CLIENT_CHANNEL: publicChannel,
        CLIENT_EMAIL: person.email,
        CLIENT_KEY: person.apiKey,
        CLIENT_PASSWORD: password,
        CLIENT_USER_ID: String(person.userId),
        CLIENT_OTHER_EMAIL: other.email,
        CLIENT_OTHER_ID: String(other.userId),
        CLIENT_OWNER_EMAIL: owner.email,
        CLIENT_OWNER_KEY: owner.apiKey,
        CLIENT_BOT_EMAIL: botEmail,
        CLIENT_BOT_KEY: bot.api_key,
        CLIENT_APP_PORT: String(this.#appPort),
        ...(await this.#hooksOf(person, name)),
      },
    };
  }

  /** Makes the addresses at which tools post in the forms of Slack and Mattermost. */
  async #hooksOf(person: Person, name: string): Promise<Record<string, string>> {
    const { user_id } = await person.api.post('/bots', {
      full_name: `${name} hook`,
      short_name: `${name}-hook`,
      bot_type: 2,
    });
    const { stream_id } = await person.api.get('/get_stream_id', { stream: publicChannel });
    const { webhook } = await person.api.post(`/bots/${user_id}/webhooks`, {
      channel_id: stream_id,
      topic: 'hooks',
    });
    return {
      CLIENT_HOOKS_PATH: new URL(webhook.hooks_url).pathname,
      CLIENT_SERVICES_PATH: new URL(webhook.services_url).pathname,
    };
  }

  /** Returns the lines of the services' logs with level `error`. Requests of clients must never cause such lines. */
  errorsInLogs(): string[] {
    return this.#cluster
      .processes()
      .filter(({ service }) => service !== 'postgresql' && service !== 'nats')
      .flatMap(({ service, replica }) => this.#cluster.logOf(service as 'gateway', replica).split('\n'))
      .filter((line) => line.includes('"level":"error"'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
