import { Network, type NetworkOptions, Organization, type Person } from '@parley/test-kit';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser, signIn, type Tab } from './browser.ts';

/** A network with two people who share the channel `design`, and a browser. */
export class Team implements AsyncDisposable {
  readonly network: Network;
  readonly browser: Browser;
  readonly owner: Person;
  readonly alice: Person;
  readonly bob: Person;
  /** ID of the channel `design`. */
  readonly design: number;

  private constructor(
    network: Network,
    browser: Browser,
    people: { owner: Person; alice: Person; bob: Person },
    design: number,
  ) {
    this.network = network;
    this.browser = browser;
    this.owner = people.owner;
    this.alice = people.alice;
    this.bob = people.bob;
    this.design = design;
  }

  static async start(executable: string, options: NetworkOptions = {}): Promise<Team> {
    const network = await Network.start(options);
    const organization = await Organization.create(network);
    const { alice, bob } = await organization.add('alice', 'bob');
    await alice.subscribe(['design'], [alice, bob]);
    const { stream_id: design } = await alice.api.get('/get_stream_id', { stream: 'design' });
    const browser = await openBrowser(executable);
    return new Team(network, browser, { owner: organization.owner, alice, bob }, design as number);
  }

  /** Returns the address of a view of the client. `hash` is the fragment with its `#`. */
  url(hash = ''): string {
    return `${this.network.gatewayUrl()}/${hash}`;
  }

  /** Returns the address of a topic of `design`. The topic's name must not contain special characters. */
  topic(name: string): string {
    return this.url(`#narrow/channel/${this.design}-design/topic/${name}`);
  }

  /** Signs a person in, in a new browser profile. */
  signIn(person: Person, options: BrowserContextOptions = {}): Promise<Tab> {
    return signIn(this.browser, this.network.gatewayUrl(), person, options);
  }

  /** Signs a person in and opens a topic of `design`. */
  async openTopic(person: Person, name: string, options: BrowserContextOptions = {}): Promise<Tab> {
    const tab = await this.signIn(person, options);
    await tab.page.goto(this.topic(name));
    await tab.page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
    return tab;
  }

  /** Uploads a file as a person. Returns the address with which messages link to the file. */
  async upload(
    person: Person,
    name: string,
    type: string,
    content: Uint8Array<ArrayBuffer>,
  ): Promise<string> {
    const body = new FormData();
    body.append('file', new Blob([content], { type }), name);
    const authorization = `Basic ${btoa(`${person.email}:${person.apiKey}`)}`;
    const answer = await fetch(this.url('api/v1/user_uploads'), {
      method: 'POST',
      headers: { authorization },
      body,
    });
    const { url } = (await answer.json()) as { url: string };
    return url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    await this.network.stop();
  }
}
