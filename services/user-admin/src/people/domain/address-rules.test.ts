import { expect, it } from 'vitest';
import { refusalOfAddress } from './address-rules.ts';

const domains = [
  { domain: 'a.example', allowSubdomains: false },
  { domain: 'b.example', allowSubdomains: true },
];
const disposable = new Set(['gone.example']);

it.each([
  ['x@a.example', { domains }, undefined],
  ['x@A.Example', { domains }, undefined],
  ['x@sub.a.example', { domains }, 'Outside your domain.'],
  ['x@sub.b.example', { domains }, undefined],
  ['x@bücher.example', { domains: [{ domain: 'xn--bcher-kva.example', allowSubdomains: false }] }, undefined],
  ['x@notb.example', { domains }, 'Outside your domain.'],
  ['x@b.example.evil.example', { domains }, 'Outside your domain.'],
  ['x+y@a.example', { domains }, 'Email addresses containing + are not allowed.'],
  ['x+y@c.example', {}, undefined],
  ['x@gone.example', { disposable }, 'Please use your real email address.'],
  ['x@mail.GONE.example', { disposable }, 'Please use your real email address.'],
  ['x@begone.example', { disposable }, undefined],
  ['x@gone.example', {}, undefined],
])('judges %s under %j', (email, facts, objection) => {
  expect(refusalOfAddress(email, { domains: undefined, disposable: undefined, ...facts })).toBe(objection);
});
