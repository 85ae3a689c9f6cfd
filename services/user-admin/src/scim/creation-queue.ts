import { itemAt } from '@parley/core';
import type { DbScope } from '../kernel/scope.ts';
import type { ScimAnswer, ScimCall } from './answer.ts';
import type { ScimUser } from './domain/user-resource.ts';

/** A request to create a person. */
export type Creation = { scope: DbScope; call: ScimCall; wanted: ScimUser };

/** Maximum number of people in one transaction. */
const together = 50;

type Waiting = {
  creation: Creation;
  resolve: (answer: ScimAnswer) => void;
  reject: (error: unknown) => void;
};

/** Creates people in as few transactions as possible. Returns for each person the answer or error for the client. */
export type CreateTogether = (creations: readonly Creation[]) => Promise<PromiseSettledResult<ScimAnswer>[]>;

/**
 * Queue of requests to create people. Requests that arrive while others are processed are collected, and processed together.
 * This is faster because a common transaction shares statements and the commit. A request that arrives alone does not wait.
 */
export class CreationQueue {
  readonly #createTogether: CreateTogether;
  readonly #waiting: Waiting[] = [];
  #isCreating = false;

  constructor(createTogether: CreateTogether) {
    this.#createTogether = createTogether;
  }

  /** Creates one person, possibly together with others. @throws ScimError, ParleyError */
  create(creation: Creation): Promise<ScimAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ creation, resolve, reject });
      if (!this.#isCreating) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isCreating = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, together);
      try {
        const outcomes = await this.#createTogether(batch.map(({ creation }) => creation));
        for (const [at, outcome] of outcomes.entries()) {
          if (outcome.status === 'fulfilled') itemAt(batch, at).resolve(outcome.value);
          else itemAt(batch, at).reject(outcome.reason);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isCreating = false;
  }
}
