import { bold, link, paragraphs } from '../../domain/markdown.ts';
import type { Message } from './events.ts';
import { sentence, topicOf } from './sentences.ts';

/** How bad it is, for the sign before the message. */
export type Severity = 'good' | 'info' | 'warning' | 'bad';

const signs: Record<Severity, string> = { good: '🟢', info: '🔵', warning: '🟡', bad: '🔴' };

export const sign = (severity: Severity): string => signs[severity];

export type Alert = {
  severity: Severity;
  name: string;
  url: string;
  /** What stands after the name: `is down`. Markdown. */
  state: string;
  /** Markdown: facts, or a quotation. */
  details?: readonly (string | false | undefined)[];
  topic?: string;
};

export const alertLine = ({ severity, name, url, state }: Alert, fallback = 'Alert'): string => {
  const named = name.trim() === '' ? fallback : name;
  const shown = url.trim() === '' ? bold(named) : `**${link(named, url)}**`;
  return `${signs[severity]} ${sentence(`${shown} ${state}`)}`;
};

export function alertMessage(alert: Alert, fallback = 'Alert'): Message {
  return {
    topic: topicOf(
      fallback,
      alert.topic === undefined || alert.topic.trim() === '' ? alert.name : alert.topic,
    ),
    content: paragraphs(alertLine(alert, fallback), ...(alert.details ?? [])),
  };
}

const levels: Record<string, Severity> = {
  ok: 'good',
  up: 'good',
  resolved: 'good',
  recovered: 'good',
  recovery: 'good',
  success: 'good',
  passing: 'good',
  operational: 'good',
  closed: 'good',
  normal: 'good',
  completed: 'good',
  cleared: 'good',
  healthy: 'good',
  close: 'good',
  info: 'info',
  debug: 'info',
  notice: 'info',
  unknown: 'info',
  maintenance: 'info',
  none: 'info',
  low: 'info',
  p5: 'info',
  warning: 'warning',
  warn: 'warning',
  degraded: 'warning',
  minor: 'warning',
  acknowledged: 'warning',
  paused: 'warning',
  pending: 'warning',
  average: 'warning',
  medium: 'warning',
  nodata: 'warning',
  p3: 'warning',
  p4: 'warning',
};

/** Returns the severity that a state or level of a tool means. What is not known is bad, so that it is seen. */
export const severityOf = (level: string, otherwise: Severity = 'bad'): Severity => {
  const key = level
    .trim()
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');
  return Object.hasOwn(levels, key) ? levels[key]! : otherwise;
};
