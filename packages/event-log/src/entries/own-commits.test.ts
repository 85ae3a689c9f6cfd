import { expect, it } from 'vitest';
import { OwnCommits } from './own-commits.ts';

const transaction = { transactionId: 7, committedAtUs: 1_700_000_000_000_000 };

it('knows a transaction by its ID and the time of its statement', () => {
  const commits = new OwnCommits();
  commits.add(transaction);
  expect(commits.has(transaction)).toBe(true);
  expect(commits.has({ ...transaction, transactionId: 8 })).toBe(false);
  // After a failover, another transaction may have the same ID.
  expect(commits.has({ ...transaction, committedAtUs: transaction.committedAtUs + 1 })).toBe(false);
});

it('does not wait for a transaction while nothing runs that may be it', async () => {
  expect(await new OwnCommits().find(transaction, 1e9)).toBe(false);
});

it('waits for a statement that runs, until the statement has ended', async () => {
  const commits = new OwnCommits();
  const [own, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = [own, other].map(({ promise }, at) =>
    commits.during(async () => {
      await promise;
      commits.add({ ...transaction, transactionId: transaction.transactionId + at });
    }),
  );
  const found = commits.find(transaction, 1e9);
  const missed = commits.find({ ...transaction, transactionId: 99 }, 1e9);
  other.resolve();
  await running[1];
  own.resolve();
  expect(await Promise.all([found, missed])).toEqual([true, false]);
});

it('waits no longer than it may, and not for a statement that failed', async () => {
  const commits = new OwnCommits();
  const { promise, reject } = Promise.withResolvers<void>();
  const running = commits.during(() => promise);
  expect(await commits.find(transaction, 1)).toBe(false);
  const found = commits.find(transaction, 1e9);
  reject(new Error('the statement failed'));
  await expect(running).rejects.toThrow('the statement failed');
  expect(await found).toBe(false);
});

it('remembers a bounded number of transactions, the newest', () => {
  const commits = new OwnCommits();
  for (let transactionId = 1; transactionId <= 5_000; transactionId++)
    commits.add({ ...transaction, transactionId });
  const known = Array.from({ length: 5_000 }, (_, at) => at + 1).filter((transactionId) =>
    commits.has({ ...transaction, transactionId }),
  );
  expect(known).toHaveLength(1_024);
  expect(known.at(-1)).toBe(5_000);
  expect(known[0]).toBe(5_000 - 1_023);
});
