import type { Scope } from '../../kernel/scope.ts';
import type { ScimUser } from '../domain/scim/user-resource.ts';
import type { ScimAnswer, ScimCall } from './answer.ts';

/** A request to create a person. */
export type Creation = { scope: Scope; call: ScimCall; wanted: ScimUser };

/** Maximum number of people who are created in one transaction. */
const together = 50;

type Waiting = {
  creation: Creation;
  resolve: (answer: ScimAnswer) => void;
  reject: (error: unknown) => void;
};

/** Creates people, and returns for each the answer or the error that the client gets. */
export type CreateTogether = (creations: readonly Creation[]) => Promise<PromiseSettledResult<ScimAnswer>[]>;

/**
 * Collects the people whose creation clients request while others are being created, and creates them together: most of what a
 * creation costs are statements and the commit, which a transaction of many shares. A request that comes alone does not wait.
 */
export class CreationQueue {
  readonly #createTogether: CreateTogether;
  readonly #waiting: Waiting[] = [];
  #isCreating = false;

  constructor(createTogether: CreateTogether) {
    this.#createTogether = createTogether;
  }

  /** Creates a person. @throws ScimError, ParleyError */
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
          if (outcome.status === 'fulfilled') batch[at]!.resolve(outcome.value);
          else batch[at]!.reject(outcome.reason);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isCreating = false;
  }
}
