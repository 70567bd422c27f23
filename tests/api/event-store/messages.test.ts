import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import statusPb from '@eventstore/db-client/generated/status_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import anyPb from 'google-protobuf/google/protobuf/any_pb.js'
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js'
import { describe, expect, test } from 'vitest'
import { appendAnswerOf, appendRequest } from '#api/event-store/append-messages.ts'
import { readAnswerOf, readRequest, subscribeRequest } from '#api/event-store/read-messages.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { newCommandId } from '#tests/support/new-ids.ts'

const { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } = streamsPb
const empty = () => new emptyPb.Empty()
const largest = '18446744073709551615'

/** An id as two numbers, as servers may answer it. */
const structured = (id: string) => {
  const halves = id.replaceAll('-', '').match(/.{16}/g) ?? []
  const [high = 0n, low = 0n] = halves.map((half) => BigInt.asIntN(64, BigInt(`0x${half}`)))
  const both = new sharedPb.UUID.Structured().setMostSignificantBits(`${high}`).setLeastSignificantBits(`${low}`)
  return new sharedPb.UUID().setStructured(both)
}
const text = (id: string) => new sharedPb.UUID().setString(id)
const identifier = (name: string) => new sharedPb.StreamIdentifier().setStreamName(Buffer.from(name))
const bytesOf = (message: { serializeBinary: () => Uint8Array }) => Buffer.from(message.serializeBinary())

describe('what is asked of the event store, read by the classes of its own client', () => {
  const metadata = { ...contextOf(null, null), version: 1 }
  const events = ['Zoë & Søn 漢字 🚧', 'x'.repeat(40_000)].map((name) => {
    return { id: newCommandId(), type: 'ClientAdded', data: { name }, metadata }
  })

  test('an append holds its events, in one part', () => {
    const id = newCommandId()
    const append = { id, stream: 'client-ä', deadline: Date.UTC(2026, 2, 31, 10, 0, 0, 250), events }

    const onNothing = BatchAppendReq.deserializeBinary(appendRequest({ ...append, expected: 'no-stream' }))
    const onRevision = BatchAppendReq.deserializeBinary(appendRequest({ ...append, expected: 2n ** 60n }))

    expect(onNothing.getCorrelationId()?.getString()).toBe(id)
    expect(onNothing.getIsFinal()).toBe(true)
    const options = onNothing.getOptions()
    expect(Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe('client-ä')
    expect([options?.hasNoStream(), onRevision.getOptions()?.hasNoStream()]).toEqual([true, false])
    expect(onRevision.getOptions()?.getStreamPosition()).toBe(String(2n ** 60n))
    expect(options?.getDeadline()?.toDate().getTime()).toBe(append.deadline)
    const proposed = onNothing.getProposedMessagesList().map((message) => ({
      id: message.getId()?.getString(),
      type: message.getMetadataMap().get('type'),
      contentType: message.getMetadataMap().get('content-type'),
      data: JSON.parse(Buffer.from(message.getData_asU8()).toString()),
      metadata: JSON.parse(Buffer.from(message.getCustomMetadata_asU8()).toString()),
    }))
    expect(proposed).toEqual(events.map((event) => ({ ...event, contentType: 'application/json' })))
  })

  test('a read is of one stream, forwards, from its beginning or after a revision', () => {
    const whole = ReadReq.deserializeBinary(readRequest('site-1', null)).getOptions()
    const rest = ReadReq.deserializeBinary(readRequest('site-1', 299n)).getOptions()

    expect(Buffer.from(whole?.getStream()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe('site-1')
    expect([whole?.getStream()?.hasStart(), rest?.getStream()?.hasStart()]).toEqual([true, false])
    expect(rest?.getStream()?.getRevision()).toBe('300')
    for (const options of [whole, rest]) {
      expect([options?.getReadDirection(), options?.getResolveLinks(), options?.hasNoFilter()]).toEqual([
        0,
        false,
        true,
      ])
      expect([options?.getCount(), options?.hasSubscription()]).toEqual([String(Number.MAX_SAFE_INTEGER), false])
      expect(options?.getUuidOption()?.hasString()).toBe(true)
    }
  })

  test('a subscription is to the whole log, from a place on, to all types or some', () => {
    const all = ReadReq.deserializeBinary(subscribeRequest(null)).getOptions()
    const some = ReadReq.deserializeBinary(subscribeRequest('4711', ['SiteAdded', 'SiteMoved'])).getOptions()

    expect([all?.getAll()?.hasStart(), all?.hasNoFilter(), all?.hasFilter()]).toEqual([true, true, false])
    expect([some?.getAll()?.hasStart(), some?.hasNoFilter(), some?.hasFilter()]).toEqual([false, false, true])
    expect(some?.getAll()?.getPosition()?.toObject()).toEqual({ commitPosition: '4711', preparePosition: '4711' })
    expect(some?.getFilter()?.getEventType()?.getRegex()).toBe('^(SiteAdded|SiteMoved)$')
    expect([some?.getFilter()?.hasCount(), some?.getFilter()?.getCheckpointintervalmultiplier()]).toEqual([true, 1])
    for (const options of [all, some]) expect(options?.hasSubscription()).toBe(true)
  })
})

describe('what the event store answers, written by the classes of its own client', () => {
  const id = newCommandId()
  const answer = () => new BatchAppendResp().setStreamIdentifier(identifier('client-1'))

  test('an append has its place, whatever way its id is written', () => {
    for (const [correlation, position] of [
      [text(id), '4711'],
      [structured(id), largest],
    ] as const) {
      const place = new sharedPb.AllStreamPosition().setCommitPosition(position).setPreparePosition('1')
      const success = new BatchAppendResp.Success().setCurrentRevision('3').setPosition(place)
      const bytes = bytesOf(answer().setCorrelationId(correlation).setSuccess(success))
      expect(appendAnswerOf(bytes)).toEqual({ id, position, refusal: undefined })
    }
    const nowhere = new BatchAppendResp.Success().setCurrentRevision('3').setNoPosition(empty())
    const bytes = bytesOf(answer().setCorrelationId(text(id)).setSuccess(nowhere))
    expect(appendAnswerOf(bytes).position).toBeUndefined()
  })

  test('a refusal is told by its name', () => {
    const details = new anyPb.Any()
    details.pack(new sharedPb.WrongExpectedVersion().serializeBinary(), 'event_store.client.WrongExpectedVersion')
    const error = new statusPb.Status().setCode(2).setMessage('Wrong expected version').setDetails(details)

    const refused = appendAnswerOf(bytesOf(answer().setCorrelationId(text(id)).setError(error)))

    expect(refused).toMatchObject({ id, refusal: { kind: 'WrongExpectedVersion', message: 'Wrong expected version' } })
  })

  const recorded = (revision: string) => {
    const event = new ReadResp.ReadEvent.RecordedEvent()
    const properties = event.getMetadataMap()
    properties.set('type', 'ClientAdded').set('content-type', 'application/json').set('created', '638000000000000000')
    event.setId(text(id)).setStreamIdentifier(identifier('client-ä')).setStreamRevision(revision)
    return event.setPreparePosition('1').setCommitPosition('4711')
  }
  const read = (event: InstanceType<typeof ReadResp.ReadEvent.RecordedEvent>) =>
    readAnswerOf(bytesOf(new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(event).setCommitPosition('4711'))))

  test('an event is what was written, with its place', () => {
    const [data, metadata] = [{ name: 'Zoë & 漢字 🚧' }, { version: 1 }]
    const event = recorded('7')
      .setData(Buffer.from(JSON.stringify(data)))
      .setCustomMetadata(Buffer.from(JSON.stringify(metadata)))

    const place = { stream: 'client-ä', revision: 7n, position: '4711' }
    const told = { id, type: 'ClientAdded', data, metadata, ...place }
    expect(read(event)).toEqual({ kind: 'event', isJson: true, event: told })
  })

  test('each event has what was written beside it, whatever stood beside the one before', () => {
    const beside = [{ version: 1 }, { version: 1 }, { version: 2 }, undefined, { version: 22 }, { version: 2 }]

    const answers = beside.map((metadata) =>
      read(metadata ? recorded('7').setCustomMetadata(Buffer.from(JSON.stringify(metadata))) : recorded('7')),
    )

    expect(answers.map((answer) => answer.kind === 'event' && answer.event.metadata)).toEqual(beside)
  })

  test('an event of other software is passed over, be it of bytes or at the end of a stream that is no more', () => {
    const foreign = recorded('9223372036854775807')
      .setData(Buffer.from([0xff, 0x00]))
      .setId(structured(id))
    foreign.getMetadataMap().set('content-type', 'application/octet-stream')

    expect(read(foreign)).toMatchObject({ kind: 'event', isJson: false, event: { id, revision: 9223372036854775807n } })
    // A link whose event is gone.
    const broken = new ReadResp().setEvent(new ReadResp.ReadEvent().setLink(recorded('1')))
    expect(readAnswerOf(bytesOf(broken))).toEqual({ kind: 'other' })
  })

  test('the end of what there is and what is of no concern are told apart; a message that is cut is none', () => {
    expect(readAnswerOf(bytesOf(new ReadResp().setCaughtUp(new ReadResp.CaughtUp())))).toEqual({ kind: 'caught-up' })
    const missing = new ReadResp.StreamNotFound().setStreamIdentifier(identifier('client-1'))
    for (const other of [
      new ReadResp().setStreamNotFound(missing),
      new ReadResp().setCheckpoint(new ReadResp.Checkpoint().setCommitPosition('1').setPreparePosition('1')),
      new ReadResp().setFellBehind(new ReadResp.FellBehind()),
    ]) {
      expect(readAnswerOf(bytesOf(other))).toEqual({ kind: 'other' })
    }
    const whole = bytesOf(new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(recorded('7'))))
    expect(() => readAnswerOf(whole.subarray(0, -3))).toThrow(RangeError)
  })
})
