import { expect, it } from 'vitest';
import { type Command, commandCallOf, commandDetail, matchingCommands } from './commands.ts';

const command = (name: string, app_id: number | null = 3): Command => ({
  name,
  description: `What ${name} does`,
  hint: '[service]',
  app_id,
  bot_id: app_id,
});
const all = [
  command('/poll', null),
  command('/deploy'),
  command('/page'),
  command('/undeploy'),
  command('/me', null),
];

it('commands are suggested by the beginning of their names, then by a part', () => {
  const names = (query: string) => matchingCommands(all, query).map(({ name }) => name);
  expect(names('')).toEqual(['/deploy', '/me', '/page', '/poll', '/undeploy']);
  expect(names('DEP')).toEqual(['/deploy', '/undeploy']);
  expect(names('p')).toEqual(['/page', '/poll', '/deploy', '/undeploy']);
  expect(names('x')).toEqual([]);
  expect(commandDetail(all[1]!)).toBe('[service] · What /deploy does');
  expect(commandDetail({ ...all[1]!, hint: '' })).toBe('What /deploy does');
});

it('a text gives the command of an app with what follows; those of the server stay messages', () => {
  expect(commandCallOf(all, '/deploy web now')).toEqual({ command: all[1], text: 'web now' });
  expect(commandCallOf(all, '  /Deploy  ')).toEqual({ command: all[1], text: '' });
  expect(commandCallOf(all, '/deploy web\nand more')?.text).toBe('web\nand more');
  for (const text of [
    '/poll Lunch?',
    '/me waves',
    '/unknown x',
    'x /deploy',
    '/deployed',
    '/',
    '//deploy',
    '',
  ])
    expect(commandCallOf(all, text), text).toBeUndefined();
});
