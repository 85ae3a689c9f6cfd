import type { ApiClient, Credentials } from './api-client.ts';
import type { AnyNetwork } from './network-interface.ts';
import { Person } from './person.ts';

/** Password of all people in tests. */
export const testPassword = 'parley-tests-only';
const host = 'test.example';

type ClientOf = (credentials?: Credentials) => ApiClient;

/** An organization with an owner. Tests add people as needed. */
export class Organization {
  /** Properties of the organization that an operator creates. */
  static readonly founding = {
    name: 'Test',
    ownerEmail: `owner@${host}`,
    ownerPassword: testPassword,
    ownerFullName: 'Owner',
  };

  readonly owner: Person;
  readonly #clientOf: ClientOf;

  private constructor(clientOf: ClientOf, owner: Person) {
    this.#clientOf = clientOf;
    this.owner = owner;
  }

  /**
   * Creates the organization of an empty network, and signs its owner in.
   * @param options.isWelcoming whether new people get welcome messages and mails. They are off by default, because tests count
   * messages
   */
  static async create(network: AnyNetwork, { isWelcoming = false } = {}): Promise<Organization> {
    await network.found();
    return Organization.signIn((credentials) => network.client(credentials), { isWelcoming });
  }

  /**
   * Signs in the owner of an existing organization. Turns welcome messages and mails off unless `isWelcoming`, because tests
   * count messages.
   */
  static async signIn(clientOf: ClientOf, { isWelcoming = false } = {}): Promise<Organization> {
    const owner = await signIn(clientOf, 'owner');
    if (!isWelcoming) {
      await owner.api.patch('/realm', { welcome_message_custom_text: '', send_welcome_emails: false });
    }
    return new Organization(clientOf, owner);
  }

  /** Creates accounts with these names, and signs them in. */
  async add<const Name extends string>(...names: readonly Name[]): Promise<Record<Name, Person>> {
    const people: Partial<Record<Name, Person>> = {};
    for (const name of names) {
      await this.createAccount(name);
      people[name] = await signIn(this.#clientOf, name);
    }
    return people as Record<Name, Person>;
  }

  /** Creates an account without signing it in. Returns its user ID. */
  async createAccount(name: string): Promise<number> {
    const email = `${name}@${host}`;
    const { user_id } = await this.owner.api.post('/users', {
      email,
      password: testPassword,
      full_name: name,
    });
    return user_id as number;
  }
}

async function signIn(clientOf: ClientOf, name: string): Promise<Person> {
  const email = `${name}@${host}`;
  const body = await clientOf().post('/fetch_api_key', { username: email, password: testPassword });
  const identity = { userId: body.user_id as number, email, apiKey: body.api_key as string };
  return new Person(identity, clientOf(identity));
}
