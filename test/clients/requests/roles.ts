import type { Organization, Person } from '@parley/test-kit';

type Headers = Record<string, string>;

/** A kind of caller and its credentials. The credentials are renewed when a random request has revoked them. */
export type Role = {
  readonly name: string;
  headers(): Promise<Headers>;
  /** Renews the credentials. Call it after an answer with status 401. */
  refused(): Promise<void>;
};

const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

/** Returns callers of every role, and callers with missing, malformed and wrong credentials. */
export async function rolesOf(organization: Organization): Promise<Role[]> {
  const { owner } = organization;
  let count = 0;
  const join = async (role: number): Promise<Person> => {
    count += 1;
    const name = `hostile-${role}-${count}`;
    const { [name]: person } = await organization.add(name);
    if (role !== 400) await owner.api.patch(`/users/${person!.userId}`, { role });
    return person!;
  };
  const bot = async (type: number) => {
    count += 1;
    const { user_id, api_key } = await owner.api.post('/bots', {
      full_name: `hostile bot ${count}`,
      short_name: `hostile-bot-${count}`,
      bot_type: type,
    });
    const { user } = await owner.api.get(`/users/${user_id}`);
    return { email: user.email as string, apiKey: api_key as string };
  };
  const fixed = (name: string, headers: Headers): Role => ({
    name,
    headers: async () => headers,
    refused: async () => undefined,
  });
  const renewed = (name: string, create: () => Promise<{ email: string; apiKey: string }>): Role => {
    let account = create();
    let renewing = false;
    return {
      name,
      async headers() {
        const { email, apiKey } = await account;
        return { authorization: basic(email, apiKey) };
      },
      async refused() {
        if (renewing) return;
        renewing = true;
        // If the rate limit of sign-ins prevents a new account, the run continues with the old account.
        const previous = account;
        account = create()
          .catch(() => previous)
          .finally(() => {
            renewing = false;
          });
        await account;
      },
    };
  };
  const people = Object.entries({ administrator: 200, moderator: 300, member: 400, guest: 600 });
  return [
    fixed('nobody', {}),
    fixed('wrong key', { authorization: basic(owner.email, '0'.repeat(32)) }),
    fixed('malformed credentials', { authorization: 'Basic %%%' }),
    fixed('unknown session', { cookie: 'parley_session=zzz; __Host-parley_session=zzz; csrftoken=1' }),
    renewed('owner', () => join(100)),
    ...people.map(([name, role]) => renewed(name, () => join(role))),
    renewed('bot', () => bot(1)),
    renewed('incoming webhook', () => bot(2)),
  ];
}
