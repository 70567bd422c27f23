import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultLimits, type Share } from '#api/renderer/confinement.ts'
import { openRendererPool } from '#api/renderer/pool.ts'
import { bytesOf } from '#api/renderer/protocol.ts'
import { startRenderer } from '#api/renderer/renderer.ts'

const task = { kind: 'draw', type: 'image/png', shape: 'thumbnail' } as const
const crashed = { kind: 'drawing', drawing: { drawn: false, refusal: 'crashed' } } as const
const drawn = {
  kind: 'drawing',
  drawing: { drawn: true, thumbnail: { bytes: new Uint8Array(), width: 1, height: 1 } },
} as const

describe('a spare renderer that gets nothing of the processor', () => {
  const ready = Buffer.from(bytesOf({ kind: 'ready' })).toString('hex')
  const idle = 'setInterval(() => {}, 1000)'
  const says = `require('node:fs').writeSync(1, Buffer.from('${ready}', 'hex'))`

  test.for([
    ['while it starts', idle],
    ['for its document', `${says}; ${idle}`],
  ] as const)('ends %s', async ([_, code]) => {
    const renderer = await startRenderer(defaultLimits, 'spare', [process.execPath, '--eval', code])

    expect(await renderer.run(task, Buffer.from('x'))).toEqual(crashed)
    expect(await renderer.worn()).toBe(true)
  })
})

describe('a pool', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('has another renderer draw what a spare one could not, which rests for half a minute', async () => {
    const opened: string[] = []
    const pool = openRendererPool(['little', 'spare'], defaultLimits, {
      start: async (_, share: Share) => ({
        run: async (_task, document) => {
          opened.push(`${document}: ${share}`)
          await vi.advanceTimersByTimeAsync(10)
          return share === 'spare' ? crashed : drawn
        },
        documentsLeft: () => 25,
        worn: async () => false,
        stop: () => {},
      }),
    })
    const draw = (name: string) => pool.draw(Buffer.from(name), 'image/png', { holder: name })
    const drawTwo = () => Promise.all([draw('one'), draw('other')])

    expect(await drawTwo()).toEqual([drawn.drawing, drawn.drawing])
    expect(opened.splice(0)).toEqual(['one: little', 'other: spare', 'other: little'])
    await drawTwo()
    expect(opened.splice(0)).toEqual(['one: little', 'other: little'])
    await vi.advanceTimersByTimeAsync(30_000)
    await drawTwo()
    expect(opened).toEqual(['one: little', 'other: spare', 'other: little'])
    pool.close()
  })
})
