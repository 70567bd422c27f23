import { randomUUID } from 'node:crypto'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import {
  badRequest,
  batchAnswer,
  noRoom,
  streamDeleted,
  timedOut,
  tooLarge,
  wrongExpectedVersion,
} from '#api/event-store/embedded/answers.ts'
import { Frames } from '#api/event-store/embedded/protobuf.ts'

/** The bytes of a gRPC frame before its message. */
const header = 5

test.each([
  ['a wrong revision', wrongExpectedVersion({ stream: 'a', expected: 1, deadline: 0 }, 3), status.ALREADY_EXISTS],
  ['a tombstone', streamDeleted('a'), status.NOT_FOUND],
  ['too large a batch', tooLarge(), status.INVALID_ARGUMENT],
  ['a batch that makes no sense', badRequest('no options'), status.INVALID_ARGUMENT],
  ['a deadline that has passed', timedOut(), status.DEADLINE_EXCEEDED],
  ['a full disk, which the server does not know', noRoom(), status.UNKNOWN],
])('the answer to a batch that is refused for %s has the server’s code', (_, refusal, code) => {
  const frames = new Frames(1024)

  batchAnswer(frames, randomUUID(), 'a', refusal)

  const answer = streamsPb.BatchAppendResp.deserializeBinary(frames.drain().subarray(header))
  expect(answer.getError()?.getCode()).toBe(code)
})
