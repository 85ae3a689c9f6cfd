/** IDs of one second. Fewer messages of one time need no note. */
const perSecond = 1_000;
const maxRuns = 100;

/**
 * Runs of IDs that are all taken, because more messages came with one time than have IDs in its second: a damaged archive may have one time
 * for all. Without them, each batch would look through all messages of that time for a free ID.
 */
export class FullRuns {
  readonly #runs: { readonly from: number; to: number }[] = [];

  /** Returns from where on a message of a time, in milliseconds, can get an ID. */
  after(time: number): number {
    let from = time;
    for (let run = this.#runOf(from); run; run = this.#runOf(from)) from = run.to;
    return from;
  }

  /** Notes that a message of a time got an ID: all IDs in between are taken. */
  note(time: number, id: number): void {
    if (id - time < perSecond) return;
    const known = this.#runs.find(({ from, to }) => from <= time && time <= to);
    if (known) {
      known.to = Math.max(known.to, id + 1);
      return;
    }
    this.#runs.push({ from: time, to: id + 1 });
    if (this.#runs.length > maxRuns) this.#runs.shift();
  }

  #runOf(time: number) {
    return this.#runs.find(({ from, to }) => from <= time && time < to);
  }
}
