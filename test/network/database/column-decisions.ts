/** Kinds of decisions about columns, for the list of all tables (stored-columns.ts). */

/** What the test fills into a column. Its form follows from the type of the column. */
export type Filling = 'id' | 'text' | 'both';

/** IDs of objects that rows refer to, made through the API. */
export type Facts = {
  /** The person to erase, and a bot of the person. */
  id: number;
  bot: number;
  /** Further accounts: the owner, and a guest. */
  owner: number;
  guest: number;
  channel: number;
  ownMessage: number;
  /** A message of the owner. */
  otherMessage: number;
  /** A message in which the server quotes the person. */
  quotingMessage: number;
  /** A profile field that names a person. */
  personField: number;
  /** Distinguishes the constants of two people. */
  serial: number;
  text: string;
};

/** Marks a value that the test fills in. */
export class Mark {
  readonly filling: Filling;

  constructor(filling: Filling) {
    this.filling = filling;
  }
}

export const id = new Mark('id');
export const text = new Mark('text');
export const both = new Mark('both');

/** A value of a column: a filling, a fact, or a constant in the syntax of SQL, which may contain `:serial`. */
export type Value = Mark | keyof Facts | { sql: string };
export type Row = Readonly<Record<string, Value>>;

export type Table = {
  /** Columns with nothing of a person. */
  other: readonly string[];
  /** Rows to insert, at most one of which is not the person's own. */
  rows: readonly Row[];
  /** Columns that are filled through the API. */
  made: Readonly<Record<string, Filling>>;
  /** A statement that fills columns of a row that exists already. */
  update: string | undefined;
};

const words = (list: string): string[] => list.split(' ').filter((word) => word !== '');
export const far = { sql: `'9999-01-01'` };
export const now = { sql: 'now()' };
export const constant = (value: string) => ({ sql: value });
export const string = (value: string) => ({ sql: `'${value}'` });

/** A table with nothing of a person. */
export const impersonal = (other: string): Table => ({
  other: words(other),
  rows: [],
  made: {},
  update: undefined,
});

/** A table whose rows are inserted. `other` names further columns with nothing of a person. */
export const inserted = (other: string, ...rows: Row[]): Table => ({ ...impersonal(other), rows });

/** A table that the API fills. `update` fills more columns of a row, with `:id`, `:bot` and `:text`. */
export const made = (
  columns: Record<string, Filling>,
  other: string,
  update?: string,
  ...rows: Row[]
): Table => ({
  ...impersonal(other),
  rows,
  made: columns,
  update,
});
