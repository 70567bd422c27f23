import { once } from 'node:events'
import { constants } from 'node:http2'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata, status } from '@grpc/grpc-js'
import timestampPb from 'google-protobuf/google/protobuf/timestamp_pb.js'
import { describe, expect } from 'vitest'
import { all, test as contract, failure, noted } from '../contract.ts'
import { addressOf, callsTo, framed, grpcCredentials, streamsService } from './by-hand.ts'

// Calls that the client never makes by itself, or only when it is cut off: they are made by hand, against the embedded
// node.
const test = contract.extend<{ raw: StreamsClient }>({
  raw: [
    async ({ url }, use) => {
      const raw = new StreamsClient(addressOf(url).host, grpcCredentials(url))
      await use(raw)
      raw.close()
    },
    { scope: 'file' },
  ],
})

const identifier = (stream: string) => new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream))
const uuid = (id: string = crypto.randomUUID()) => new sharedPb.UUID().setString(id)

function appendOptions(stream: string) {
  const options = new streamsPb.AppendReq.Options().setStreamIdentifier(identifier(stream)).setAny(new sharedPb.Empty())
  return new streamsPb.AppendReq().setOptions(options)
}

function appendEvent(data: string) {
  const message = new streamsPb.AppendReq.ProposedMessage().setId(uuid()).setData(Buffer.from(data))
  message.getMetadataMap().set('type', 'Noted').set('content-type', 'application/json')
  return new streamsPb.AppendReq().setProposedMessage(message)
}

function batchPart(id: string, events: number, options?: { stream: string; deadline: Date }) {
  const part = new streamsPb.BatchAppendReq().setCorrelationId(uuid(id)).setIsFinal(false)
  if (options) {
    const { stream, deadline } = options
    const header = new streamsPb.BatchAppendReq.Options().setStreamIdentifier(identifier(stream))
    part.setOptions(header.setNoStream(new sharedPb.Empty()).setDeadline(timestampPb.Timestamp.fromDate(deadline)))
  }
  for (let n = 0; n < events; n++) {
    const message = new streamsPb.BatchAppendReq.ProposedMessage().setId(uuid()).setData(Buffer.from('{"n":1}'))
    message.getMetadataMap().set('type', 'Noted').set('content-type', 'application/json')
    part.addProposedMessages(message)
  }
  return part
}

const inAnHour = () => new Date(Date.now() + 3_600_000)
const errorName = (response: BatchAppendResp) => response.getError()?.getDetails()?.getTypeName()

describe('an append that is cut off', () => {
  // Node ends the request of a cancelled call before it resets it, so a server that acts on the end keeps a part.
  test('by its caller stores nothing', async ({ url, client, stream }) => {
    const { begin, end } = callsTo(url)
    for (let attempt = 0; attempt < 40; attempt++) {
      const call = begin(`${streamsService}/Append`)
      call.on('error', () => {})
      call.write(framed(appendOptions(`${stream}-${attempt}`).serializeBinary()))
      for (let n = 0; n <= attempt; n++) call.write(framed(appendEvent(`{"n":${n}}`).serializeBinary()))
      for (let turn = 0; turn < attempt % 4; turn++) await new Promise((resolve) => setImmediate(resolve))
      const closed = once(call, 'close')
      call.close(constants.NGHTTP2_CANCEL)
      await closed
    }
    end()
    await client.appendToStream(stream, noted(1))

    for (let attempt = 0; attempt < 40; attempt++) {
      expect(await failure(all(client.readStream(`${stream}-${attempt}`)))).toMatchObject({ type: 'stream-not-found' })
    }
  })

  test('by its deadline stores all of its events or none', async ({ client, raw, stream }) => {
    for (let attempt = 0; attempt < 8; attempt++) {
      const deadline = Date.now() + 5 + 12 * attempt
      await new Promise((ended) => {
        // The client itself leaves a rejection to nobody where events wait to be written at the deadline.
        const call = raw.append(new Metadata(), { deadline }, ended)
        call.write(appendOptions(`${stream}-${attempt}`))
        for (let n = 0; n < 4000; n++) call.write(appendEvent(`{"n":${n}}`))
        call.end()
      })
    }
    await client.appendToStream(stream, noted(1))

    for (let attempt = 0; attempt < 8; attempt++) {
      const found = await all(client.readStream(`${stream}-${attempt}`)).catch(() => [])
      expect([0, 4000]).toContain(found.length)
    }
  })

  test('between its parts stores nothing', async ({ client, raw, stream }) => {
    const call = raw.batchAppend()
    call.on('error', () => {})
    call.write(batchPart(crypto.randomUUID(), 3, { stream, deadline: inAnHour() }))
    await new Promise((resolve) => setImmediate(resolve))
    call.cancel()
    await client.appendToStream(`${stream}-2`, noted(1))

    expect(await failure(all(client.readStream(stream)))).toMatchObject({ type: 'stream-not-found' })
  })
})

describe('each append of a batch call is answered exactly once', () => {
  function listen(raw: StreamsClient) {
    const call = raw.batchAppend()
    const answers: BatchAppendResp[] = []
    call.on('data', (answer: BatchAppendResp) => answers.push(answer))
    const ended = new Promise<void>((resolve, reject) => call.on('end', resolve).on('error', reject))
    return { call, answers, ended }
  }

  test('when it is too large and more parts follow', async ({ raw, stream }) => {
    const { call, answers, ended } = listen(raw)
    const id = crypto.randomUUID()
    call.write(batchPart(id, 1, { stream, deadline: inAnHour() }))
    for (let part = 0; part < 4; part++) {
      const large = batchPart(id, 1)
      large.getProposedMessagesList()[0]?.setData(Buffer.alloc(900_000))
      call.write(large.setIsFinal(part === 3))
    }
    call.end()
    await ended

    expect(answers.map(errorName)).toEqual(['event_store.client.MaximumAppendSizeExceeded'])
  })

  test('with a timeout when it arrives after its deadline, however large it is', async ({ raw, stream }) => {
    const { call, answers, ended } = listen(raw)
    const late = batchPart(crypto.randomUUID(), 2, { stream, deadline: new Date(Date.now() - 1000) })
    for (const message of late.getProposedMessagesList()) message.setData(Buffer.alloc(900_000))
    call.write(late.setIsFinal(true))
    call.end()
    await ended

    expect(answers.map(errorName)).toEqual(['event_store.client.Timeout'])
  })

  test('when its deadline passes before its last part', async ({ raw, stream }) => {
    const { call, answers, ended } = listen(raw)
    const id = crypto.randomUUID()
    call.write(batchPart(id, 1, { stream, deadline: new Date(Date.now() + 30) }))
    await new Promise((resolve) => call.once('data', resolve))
    call.write(batchPart(id, 1).setIsFinal(true))
    call.end()
    await ended

    expect(answers.map(errorName)).toEqual(['event_store.client.Timeout'])
  })

  test('when an event lacks a required field', async ({ raw, stream }) => {
    const { call, answers, ended } = listen(raw)
    const broken = batchPart(crypto.randomUUID(), 1, { stream, deadline: inAnHour() }).setIsFinal(true)
    broken.getProposedMessagesList()[0]?.getMetadataMap().del('type')
    call.write(broken)
    const misnamed = batchPart(crypto.randomUUID(), 1, { stream, deadline: inAnHour() }).setIsFinal(true)
    const name = 'x'.repeat(5000)
    misnamed.getProposedMessagesList()[0]?.setId(uuid(name))
    call.write(misnamed)
    call.write(batchPart(crypto.randomUUID(), 1, { stream, deadline: inAnHour() }).setIsFinal(true))
    call.end()
    await ended

    const badRequest = 'event_store.client.BadRequest'
    expect(answers.map(errorName)).toEqual([badRequest, badRequest, undefined])
    const details = sharedPb.BadRequest.deserializeBinary(
      answers[1]?.getError()?.getDetails()?.getValue_asU8() ?? Buffer.of(),
    )
    expect(details.getMessage()).toBe(`'${name}' is not a UUID.`)
  })

  test('when its ids are numbers, as other clients write them', async ({ raw, client, stream }) => {
    const { call, answers, ended } = listen(raw)
    const halves = new sharedPb.UUID.Structured().setMostSignificantBits('1').setLeastSignificantBits('-1')
    const part = batchPart(crypto.randomUUID(), 1, { stream, deadline: inAnHour() }).setIsFinal(true)
    part.getProposedMessagesList()[0]?.setId(new sharedPb.UUID().setStructured(halves))
    call.write(part)
    call.end()
    await ended

    expect(answers.map((answer) => answer.hasSuccess())).toEqual([true])
    const [read] = await all(client.readStream(stream))
    expect(read?.event?.id).toBe('00000000-0000-0001-ffff-ffffffffffff')
  })

  test('or its call is refused, if a message is truncated', async ({ raw, client, stream }) => {
    const cut = new Proxy(batchPart(crypto.randomUUID(), 1, { stream, deadline: inAnHour() }).setIsFinal(true), {
      get: (part, name) =>
        name === 'serializeBinary' ? () => part.serializeBinary().subarray(0, -3) : Reflect.get(part, name, part),
    })
    const { call, ended } = listen(raw)
    call.write(cut)

    expect(await failure(ended)).toMatchObject({ code: status.INVALID_ARGUMENT })
    expect((await client.appendToStream(stream, noted(1))).success).toBe(true)
  })

  test('before the call ends', async ({ raw, stream }) => {
    const { call, answers, ended } = listen(raw)
    for (let n = 0; n < 50; n++) {
      call.write(batchPart(crypto.randomUUID(), 2, { stream: `${stream}-${n}`, deadline: inAnHour() }).setIsFinal(true))
    }
    call.end()
    await ended

    expect(answers.filter((answer) => answer.hasSuccess())).toHaveLength(50)
  })
})

describe('the size of an append', () => {
  test('counts metadata and type as well as data', async ({ client, stream }) => {
    const [event] = noted(1)
    if (!event) throw new Error('one event')

    const metadata = { text: 'x'.repeat(600_000) }
    const tooLarge = client.appendToStream(stream, { ...event, data: { n: 1, text: 'x'.repeat(600_000) }, metadata })

    expect(await failure(tooLarge)).toMatchObject({ type: 'maximum-append-size-exceeded' })
  })
})

describe('an invalid call', () => {
  test('is refused and affects no other call', async ({ url, client, stream }) => {
    const { begin, end } = callsTo(url)
    const refusals: unknown[] = []
    for (const [path, body] of [
      [`${streamsService}/Read`, Buffer.from([0, 0, 0, 0, 3, 255, 255, 255])],
      [`${streamsService}/Read`, Buffer.from([0, 0, 0, 0, 0])],
      [`${streamsService}/Append`, Buffer.from([1, 0, 0, 0, 1, 0])],
      [`${streamsService}/BatchAppend`, Buffer.from([0, 127, 0, 0, 0, 0])],
      [`${streamsService}/Delete`, Buffer.from([0, 0, 0, 0, 0])],
      ['/nothing/here', Buffer.alloc(0)],
    ] as const) {
      const call = begin(path)
      call.end(body)
      const [headers] = await once(call, 'response')
      refusals.push(headers['grpc-status'])
      call.close()
    }
    end()

    expect(refusals).toEqual(['3', '3', '12', '8', '3', '12'])
    expect((await client.appendToStream(stream, noted(1))).success).toBe(true)
  })
})
