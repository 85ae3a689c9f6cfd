/**
 * What became of a file:
 *
 * - `text`: its text was read. It is empty when the file has none, such as scanned pages.
 * - `encrypted`: it needs a password.
 * - `broken`: it does not have the form of its type.
 * - `unsupported`: it is of a type without text, or one that is not read.
 * - `too_large`: reading it takes more bytes, time or memory than allowed.
 */
export type FileTextStatus = 'text' | 'encrypted' | 'broken' | 'unsupported' | 'too_large';

export interface FileText {
  readonly status: FileTextStatus;
  /** Empty unless the status is `text`. */
  readonly text: string;
  /** Whether the text was longer than allowed and only its beginning is here. */
  readonly isCut: boolean;
  /** The terms of the name and the text for a search, as text of PostgreSQL's type `tsvector`; empty unless the status is `text`. */
  readonly words: string;
}

/**
 * Version of the words of texts. It has to rise with every change by which the same text gets other words, and so with `analysisVersion` of
 * @parley/search-text: words of an earlier version are made again.
 */
export const textVersion = 1;

/** What reading one file may cost. */
export interface FileTextLimits {
  /** Largest file. */
  readonly maxBytes: number;
  /** Longest text, in UTF-16 code units. */
  readonly maxText: number;
  /** Most bytes that compressed parts of the file may have together when they are expanded. */
  readonly maxExpandedBytes: number;
  /** Most time of a processor, in milliseconds. */
  readonly maxProcessorMs: number;
  /** Most time altogether, in milliseconds. Beyond it, reading fails, because the machine is too busy. */
  readonly maxMs: number;
  /** Most resident memory of the process that reads the file, in bytes. */
  readonly maxMemory: number;
}

/** Limits that fit documents of people. */
export const defaultLimits: FileTextLimits = {
  maxBytes: 50 * 1024 * 1024,
  maxText: 1_000_000,
  maxExpandedBytes: 200 * 1024 * 1024,
  maxProcessorMs: 20_000,
  maxMs: 200_000,
  maxMemory: 768 * 1024 * 1024,
};

/** A refusal of a reader. Every other error of a reader means that the file is broken. */
export class Unreadable extends Error {
  readonly status: Exclude<FileTextStatus, 'text'>;

  constructor(status: Exclude<FileTextStatus, 'text'>) {
    super(status);
    this.status = status;
  }
}
