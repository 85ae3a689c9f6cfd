import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { User } from '@parley/proto/events/v1/facts';
import { onTestFinished } from 'vitest';
import type { Operator } from '../src/seed.ts';

type Person = { userId: number; email: string; password: string; role: number; isBot: boolean };
type Message = { from: string; place: string; content: string; reactions: string[] };

/**
 * A fake of `user-admin` and of the public API, which stores the objects that seeding creates. After `changesLeft` further
 * changes, every call that would make a change fails.
 */
export class FakeOrganization {
  readonly people: Person[] = [];
  readonly channels = new Map<
    string,
    { members: Set<number>; isPrivate: boolean; posters: string | undefined }
  >();
  readonly messages: Message[] = [];
  exists = false;
  changesLeft = Number.POSITIVE_INFINITY;
  /** Messages of errors with status 503, with which the next changing calls fail although they make their change. */
  failures: string[] = [];

  readonly operator: Operator = {
    createOrganization: async ({ ownerEmail, ownerPassword }) => {
      if (this.exists) return { created: false, ownerUserId: 1 };
      this.#change();
      this.exists = true;
      return { created: true, ownerUserId: this.#addPerson(ownerEmail, ownerPassword, 100) };
    },
    createUser: async ({ email, password, role }) => {
      this.#change();
      return { userId: this.#addPerson(email, password, role) };
    },
    createBot: async ({ email }) => {
      this.#change();
      return { userId: this.#addPerson(email, '', 400, true), apiKey: 'key' };
    },
    resolveUsers: async ({ emails }) => {
      const users = this.people
        .filter(({ email }) => emails.includes(email))
        .map(({ userId, email }) => ({ userId, email, deliveryEmail: email }) as User);
      return { users, snapshot: undefined };
    },
    listGroups: async () => ({
      groups: [{ groupId: 7, name: 'role:administrators' } as never],
      snapshot: undefined,
    }),
    close: () => {},
  };

  /** Serves the API calls that seeding makes. Returns the base URL. */
  async listen(): Promise<string> {
    const server = createServer(async (request, response) => {
      let answer: object;
      try {
        answer = { result: 'success', msg: '', ...this.#answer(request, await parametersOf(request)) };
        const failure = request.method === 'POST' ? this.failures.pop() : undefined;
        if (failure !== undefined) {
          response.statusCode = 503;
          answer = { result: 'error', msg: failure };
        }
      } catch (error) {
        response.statusCode = 400;
        const { message: msg, code } = error as Error & { code?: string };
        answer = { result: 'error', msg, code };
      }
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  #answer(request: IncomingMessage, given: URLSearchParams): object {
    const path = request.url!.split('?')[0]!.replace('/api/v1', '');
    if (path === '/fetch_api_key') return this.#login(given.get('username')!, given.get('password')!);
    const caller = this.#callerOf(request);
    if (path === '/users') {
      return { members: this.people.map(({ userId, email }) => ({ user_id: userId, email })) };
    }
    if (path === '/users/me/subscriptions') return this.#subscribe(given);
    if (request.method === 'GET') return this.#read(caller, given);
    if (path.endsWith('/reactions')) return this.#react(caller, Number(path.split('/')[2]), given);
    if (path === '/user_uploads') return { url: '/user_uploads/1/ab/palette.png' };
    this.#change();
    const place = given.get('type') === 'direct' ? dmPlace(caller, given.get('to')!) : channelPlace(given);
    this.messages.push({ from: caller.email, place, content: given.get('content')!, reactions: [] });
    return { id: this.messages.length };
  }

  #login(email: string, password: string): object {
    if (!this.people.some((each) => each.email === email && each.password === password))
      throw new Error('no');
    return { api_key: 'key' };
  }

  #callerOf(request: IncomingMessage): Person {
    const [email] = Buffer.from(request.headers.authorization!.slice(6), 'base64').toString().split(':');
    return this.people.find((each) => each.email === email)!;
  }

  #react({ email }: Person, messageId: number, given: URLSearchParams): object {
    const { reactions } = this.messages[messageId - 1]!;
    const reaction = `${email} ${given.get('emoji_name')}`;
    if (reactions.includes(reaction)) {
      throw Object.assign(new Error('Reaction already exists.'), { code: 'REACTION_ALREADY_EXISTS' });
    }
    this.#change();
    reactions.push(reaction);
    return {};
  }

  #subscribe(given: URLSearchParams): object {
    const [{ name }] = JSON.parse(given.get('subscriptions')!);
    const members = JSON.parse(given.get('principals')!) as number[];
    this.#change();
    const posters = given.get('can_send_message_group') ?? undefined;
    const channel = this.channels.get(name) ?? {
      members: new Set(),
      isPrivate: given.get('invite_only') === 'true',
      posters,
    };
    for (const member of members) channel.members.add(member);
    this.channels.set(name, channel);
    return {};
  }

  #read(caller: Person, given: URLSearchParams): object {
    const [first, second] = JSON.parse(given.get('narrow')!);
    const place =
      first.operator === 'dm'
        ? dmPlace(caller, JSON.stringify(first.operand))
        : `${first.operand}>${second.operand}`;
    const messages = this.messages.map((message, index) => ({ ...message, id: index + 1 }));
    return { messages: messages.filter((each) => each.place === place) };
  }

  #addPerson(email: string, password: string, role: number, isBot = false): number {
    const userId = this.people.length + 1;
    this.people.push({ userId, email, password, role, isBot });
    return userId;
  }

  #change(): void {
    if (this.changesLeft <= 0) throw new Error('cut off');
    this.changesLeft -= 1;
  }
}

async function parametersOf(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(request.method === 'GET' ? request.url!.split('?')[1] : await text(request));
}

function channelPlace(given: URLSearchParams): string {
  return `${given.get('to')}>${given.get('topic')}`;
}

function dmPlace(caller: Person, to: string): string {
  return [...new Set([caller.userId, ...(JSON.parse(to) as number[])])].sort((a, b) => a - b).join(',');
}
