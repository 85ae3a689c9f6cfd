import type { Scope } from '@parley/facts';
import type { InstalledApp } from '../apps/installed-app.ts';
import type { Ctx } from '../context.ts';
import type { appAreas } from '../domain/apps/manifest.ts';

/** Arguments of a call, as they were sent. Lists and objects in forms are JSON. */
export type SlackArguments = Readonly<Record<string, unknown>>;

/** What a method of Slack's Web API gets. The scope has the bot of the app as its caller. */
export type SlackCall = { ctx: Ctx; app: InstalledApp; args: SlackArguments; scope: Scope };

export type SlackMethod = {
  /** The area of the API that the app must have been given; null for none. */
  area: (typeof appAreas)[number] | null;
  /** Returns the members of a success besides `ok`. @throws SlackError, PayloadError, the errors of services */
  run(call: SlackCall): Promise<Readonly<Record<string, unknown>>>;
};

/** A refusal in Slack's words. */
export class SlackError extends Error {
  override readonly name = 'SlackError';
  readonly word: string;

  constructor(word: string) {
    super(word);
    this.word = word;
  }
}

/** Returns an argument as a text; empty when it is missing. */
export function textOf(args: SlackArguments, name: string): string {
  const value = args[name];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns an argument as a text. @throws SlackError when it is missing */
export function requiredText(args: SlackArguments, name: string): string {
  const text = textOf(args, name);
  if (text === '') throw new SlackError('invalid_arguments');
  return text;
}

/** Returns a limit, between 1 and a maximum. */
export function limitOf(args: SlackArguments, max: number): number {
  const limit = Number(textOf(args, 'limit') || max);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, max) : max;
}

/** Returns the ID after which a page begins; 0 for the first page. @throws SlackError for what is no cursor of an earlier page */
export function cursorOf(args: SlackArguments): number {
  const text = textOf(args, 'cursor');
  if (text !== '' && !/^\d{1,15}$/.test(text)) throw new SlackError('invalid_cursor');
  return Number(text);
}
