import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { Fact } from '@parley/proto/events/v1/facts';

export type FactValue = NonNullable<Fact['value']>;

/** Name of a kind of fact: `messageSent`, `userChanged` and so on. */
export type FactKind = FactValue['$case'];

/** Upper limit of the field numbers in the protobuf message `Fact`. */
const MAX_FACT_NUMBER = 100;

const kindsByNumber = Array.from({ length: MAX_FACT_NUMBER }, (_, number) => decodedKind(number));

/** Returns the kind that the generated decoder gives to an empty field with this number; undefined when it knows no such field. */
function decodedKind(number: number): FactKind | undefined {
  if (number === 0) return undefined;
  const emptyValue = new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(new Uint8Array(0));
  return Fact.decode(emptyValue.finish()).value?.$case;
}

/** Returns the kind of fact with a field number in `Fact`; undefined when this release knows none. */
export const factKindOf = (number: number): FactKind | undefined => kindsByNumber[number];

/** Field number of `message_sent` in `Fact`. */
export const messageSentNumber = kindsByNumber.indexOf('messageSent');
