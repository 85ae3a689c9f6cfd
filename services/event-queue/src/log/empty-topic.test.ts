import { silentLogger } from '@parley/core';
import { OrganizationFacts } from '@parley/proto/events/v1/facts';
import { expect, it } from 'vitest';
import { EmptyTopic } from './empty-topic.ts';

/** Starts with a fake user-admin whose answers the test controls. */
function start() {
  const names: string[] = [];
  const questions: PromiseWithResolvers<string>[] = [];
  const nextQuestion: PromiseWithResolvers<void>[] = [Promise.withResolvers<void>()];
  const emptyTopic = new EmptyTopic({
    userAdmin: {
      async getOrganization() {
        const question = Promise.withResolvers<string>();
        questions.push(question);
        nextQuestion.at(-1)!.resolve();
        nextQuestion.push(Promise.withResolvers<void>());
        const name = await question.promise;
        return {
          isDeactivated: false,
          organization: OrganizationFacts.fromPartial({
            settings: { empty_topic_display_name: { value: { $case: 'text', text: name } } },
          }),
          settingsJson: Buffer.alloc(0),
          snapshot: undefined,
        };
      },
    },
    logger: silentLogger,
    onName: (name) => names.push(name),
  });
  return { emptyTopic, names, questions, asked: (count: number) => nextQuestion[count - 1]!.promise };
}

it('requests the name from the owning service until it answers, and a starting replica waits only for the first attempt', async () => {
  const { emptyTopic, names, questions, asked } = start();
  emptyTopic.ask();
  questions[0]!.reject(new Error('away'));
  await emptyTopic.asked();
  expect(names).toEqual([]);
  await asked(2);
  questions[1]!.resolve('Sundries');
  while (names.length === 0) await new Promise(setImmediate);
  expect(names).toEqual(['Sundries']);
});

it('keeps a name from the log when an earlier request is answered later', async () => {
  const { emptyTopic, names, questions } = start();
  emptyTopic.ask();
  emptyTopic.setName('from the log');
  questions[0]!.resolve('before');
  await emptyTopic.asked();
  emptyTopic.ask();
  emptyTopic.ask();
  questions[2]!.resolve('after the gap');
  await emptyTopic.asked();
  questions[1]!.resolve('given up');
  await new Promise(setImmediate);
  expect(names).toEqual(['from the log', 'after the gap']);
  emptyTopic.stop();
});
