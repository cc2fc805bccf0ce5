import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { DoubleEvent, Expected, Outcome, ProposedEvent } from './eventstore-double-log.ts';

const { ReadResp, BatchAppendResp, AppendResp } = streams;
type Message = { serializeBinary(): Uint8Array };

const bytesOf = (message: Message): Buffer => {
  const bytes = message.serializeBinary();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

const identifier = (stream: string) => {
  const message = new shared.StreamIdentifier();
  message.setStreamName(new TextEncoder().encode(stream));
  return message;
};

/** Cached, because most are read many times. */
const frames = new WeakMap<DoubleEvent, Buffer>();

export function eventFrame(event: DoubleEvent): Buffer {
  const made = frames.get(event);
  if (made) return made;
  const record = new ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(event.id);
  record.setId(id);
  record.setStreamIdentifier(identifier(event.stream));
  record.setStreamRevision(String(event.revision));
  record.setCommitPosition(String(event.position));
  record.setPreparePosition(String(event.position));
  record.setData(event.data);
  record.setCustomMetadata(event.metadata);
  record.getMetadataMap().set('type', event.type);
  record.getMetadataMap().set('content-type', event.contentType);
  record.getMetadataMap().set('created', String(event.created));
  const resolved = new ReadResp.ReadEvent();
  resolved.setEvent(record);
  resolved.setCommitPosition(String(event.position));
  const message = new ReadResp();
  message.setEvent(resolved);
  const frame = bytesOf(message);
  frames.set(event, frame);
  return frame;
}

export function confirmationFrame(subscriptionId: string): Buffer {
  const confirmation = new ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(subscriptionId);
  return bytesOf(new ReadResp().setConfirmation(confirmation));
}

export function checkpointFrame(position: number): Buffer {
  const checkpoint = new ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  return bytesOf(new ReadResp().setCheckpoint(checkpoint));
}

export const caughtUpFrame = (): Buffer => bytesOf(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));

export function streamNotFoundFrame(stream: string): Buffer {
  const notFound = new ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(identifier(stream));
  return bytesOf(new ReadResp().setStreamNotFound(notFound));
}

type Proposed = InstanceType<typeof streams.BatchAppendReq.ProposedMessage>;

export const proposedEvent = (message: Proposed): ProposedEvent => ({
  id: message.getId()?.getString().toLowerCase() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? 'application/octet-stream',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export const nameOf = (message: InstanceType<typeof shared.StreamIdentifier> | undefined): string =>
  Buffer.from(message?.getStreamName_asU8() ?? []).toString('utf8');

function answerTo(correlationId: string, stream: string) {
  const answer = new BatchAppendResp();
  const id = new shared.UUID();
  id.setString(correlationId);
  answer.setCorrelationId(id);
  answer.setStreamIdentifier(identifier(stream));
  return answer;
}

/** From a node that knows no leader. */
export const notReadyAnswer = (correlationId: string, stream: string, message: string) =>
  answerTo(correlationId, stream).setError(failure('Empty', new shared.Empty(), message));

export function batchAnswer(correlationId: string, stream: string, expected: Expected, outcome: Outcome | 'timeout') {
  const answer = answerTo(correlationId, stream);
  if (outcome === 'timeout') return answer.setError(failure('Timeout', new shared.Timeout()));
  switch (outcome.kind) {
    case 'wrong':
      return answer.setError(failure('WrongExpectedVersion', wrongVersion(expected, outcome.actual)));
    case 'too-large': {
      const tooLarge = new shared.MaximumAppendSizeExceeded();
      tooLarge.setMaxappendsize(1_048_576);
      return answer.setError(failure('MaximumAppendSizeExceeded', tooLarge));
    }
    case 'nothing': {
      const success = new BatchAppendResp.Success();
      success.setNoStream(new shared.Empty());
      success.setNoPosition(new shared.Empty());
      return answer.setSuccess(success);
    }
    case 'done': {
      const position = new shared.AllStreamPosition();
      position.setCommitPosition(String(outcome.position));
      position.setPreparePosition(String(outcome.position));
      const success = new BatchAppendResp.Success();
      success.setCurrentRevision(String(outcome.revision));
      success.setPosition(position);
      return answer.setSuccess(success);
    }
  }
}

/** The client uses it when a call has its own credentials. */
export function singleAnswer(outcome: Outcome) {
  const answer = new AppendResp();
  if (outcome.kind === 'wrong') {
    const wrong = new AppendResp.WrongExpectedVersion();
    if (outcome.actual === -1) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.actual));
    return answer.setWrongExpectedVersion(wrong);
  }
  const success = new AppendResp.Success();
  if (outcome.kind === 'done') {
    const position = new AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    success.setCurrentRevision(String(outcome.revision));
    success.setPosition(position);
  } else success.setNoStream(new shared.Empty());
  return answer.setSuccess(success);
}

function wrongVersion(expected: Expected, actual: number) {
  const wrong = new shared.WrongExpectedVersion();
  if (actual === -1) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentStreamRevision(String(actual));
  if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
  else if (expected === 'exists') wrong.setExpectedStreamExists(new shared.Empty());
  else if (expected === -1) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedStreamPosition(String(expected));
  return wrong;
}

/** A status with a packed message, written by hand because the packing type belongs to the client's dependency. */
function failure(name: string, details: Message, message = name) {
  const packed = Buffer.concat([
    field(1, Buffer.from(`type.googleapis.com/event_store.client.${name}`)),
    field(2, bytesOf(details)),
  ]);
  return status.Status.deserializeBinary(Buffer.concat([field(2, Buffer.from(message)), field(3, packed)]));
}

/** Length-delimited, of fewer than 128 bytes. */
const field = (number: number, bytes: Buffer) => Buffer.concat([Buffer.of((number << 3) | 2, bytes.length), bytes]);
