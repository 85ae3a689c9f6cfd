import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { Fact } from '@parley/proto/events/v1/facts';

/** The typed value of an event. */
export type FactValue = NonNullable<Fact['value']>;

/** Name of a fact: `messageSent`, `userChanged` … */
export type FactKind = FactValue['$case'];

/** Fields of `Fact` have lower numbers than this. */
const MAX_FACT_NUMBER = 100;

const kindsByNumber = Array.from({ length: MAX_FACT_NUMBER }, (_, number) => decodedKind(number));

/** The kind that the generated decoder gives to an empty value with this field number. */
function decodedKind(number: number): FactKind | undefined {
  if (number === 0) return undefined;
  const emptyValue = new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(new Uint8Array(0));
  return Fact.decode(emptyValue.finish()).value?.$case;
}

/** Returns the kind of fact that has this field number in `Fact`, or undefined when this release knows none. */
export const factKindOf = (number: number): FactKind | undefined => kindsByNumber[number];

/** Field number of `message_sent` in `Fact`. */
export const messageSentNumber = kindsByNumber.indexOf('messageSent');
