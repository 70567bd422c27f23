import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readMessages } from '#api/renderer/answers.ts'
import { defaultLimits } from '#api/renderer/confinement.ts'
import { bytesOf, type RendererMessage } from '#api/renderer/protocol.ts'
import { startRenderer } from '#api/renderer/renderer.ts'

const picture = { bytes: Buffer.from('RIFF'), width: 640, height: 480 }
const messages: RendererMessage[] = [
  { kind: 'ready' },
  { kind: 'drawing', drawing: { drawn: true, thumbnail: picture } },
  { kind: 'drawing', drawing: { drawn: false, refusal: 'unreadable' } },
  { kind: 'reading', reading: { read: true, text: 'Grüße\n'.repeat(1000) } },
]

const framed = (said: unknown, bytes = 0) => {
  const json = Buffer.from(JSON.stringify(said))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(json.length, 0)
  head.writeUInt32BE(bytes, 4)
  return Buffer.concat([head, json])
}

const hostile: [string, Buffer][] = [
  ['bytes that Node would take for an object', Buffer.from('000000080102030405060708', 'hex')],
  ['a length that is never reached', Buffer.from('ffffffff00000000', 'hex')],
  ['no JSON', Buffer.from('0000000100000000ff', 'hex')],
  ['null', framed(null)],
  ['another kind', framed({ kind: 'key' })],
  ['half an answer', framed({ kind: 'drawing' })],
  ['a width that is text', framed({ kind: 'drawing', drawing: { drawn: true, thumbnail: { width: '1', height: 1 } } })],
  [
    'a picture beyond the box',
    framed({ kind: 'drawing', drawing: { drawn: true, thumbnail: { width: 9, height: 1e9 } } }),
  ],
  ['another refusal', framed({ kind: 'reading', reading: { read: false, refusal: 'sorry' } })],
]

describe('the messages of a renderer', () => {
  test('arrive as they were sent, however they are cut', () => {
    const bytes = Buffer.concat(messages.map(bytesOf))
    for (const size of [1, 7, bytes.length]) {
      const output: PassThrough = new PassThrough()
      const told: RendererMessage[] = []
      readMessages(
        output,
        (message) => told.push(message),
        () => expect.unreachable(),
      )
      for (let at = 0; at < bytes.length; at += size) output.emit('data', bytes.subarray(at, at + size))

      expect(told).toEqual(messages)
    }
  })

  test.each(hostile)('end with what is none: %s', (_, bytes) => {
    const output: PassThrough = new PassThrough()
    const told: RendererMessage[] = []
    let broken = 0
    readMessages(
      output,
      (message) => told.push(message),
      () => {
        broken += 1
      },
    )

    for (const sent of [bytes, bytesOf({ kind: 'ready' })]) output.emit('data', sent)

    expect([told, broken]).toEqual([[], 1])
  })
})

test('a renderer that a file has taken over ends itself alone, whatever it answers', async () => {
  const [, ...answers] = hostile.map(([, bytes]) => bytes)
  const wrongKind = Buffer.from(bytesOf({ kind: 'reading', reading: { read: true, text: 'x' } }))
  for (const answer of [hostile[0]?.[1], ...answers.slice(2, 4), wrongKind]) {
    const ready = Buffer.from(bytesOf({ kind: 'ready' })).toString('hex')
    const code = `
      import fs from 'node:fs'
      fs.writeSync(1, Buffer.from('${ready}', 'hex'))
      fs.readSync(0, Buffer.alloc(1))
      fs.writeSync(1, Buffer.from('${answer?.toString('hex')}', 'hex'))
      setInterval(() => {}, 1000)`
    const program = [process.execPath, '--input-type=module', '--eval', code]
    const renderer = await startRenderer(defaultLimits, 'little', program)

    const drawing = renderer.run({ kind: 'draw', type: 'image/png', shape: 'thumbnail' }, Buffer.from('x'))

    expect(await drawing).toEqual({ kind: 'drawing', drawing: { drawn: false, refusal: 'crashed' } })
    renderer.stop()
  }
})
