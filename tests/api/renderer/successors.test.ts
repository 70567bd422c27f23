import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultLimits, documentsPerRenderer, type Share } from '#api/renderer/confinement.ts'
import { openRendererPool } from '#api/renderer/pool.ts'
import type { RendererAnswer } from '#api/renderer/protocol.ts'
import type { Renderer } from '#api/renderer/renderer.ts'

const drawing = { drawn: true, thumbnail: { bytes: new Uint8Array(), width: 1, height: 1 } } as const

/** Renderers that draw nothing, and which of them were started and stopped. */
const recordRenderers = () => {
  const started: number[] = []
  const stopped: number[] = []
  const usedBy: number[] = []
  const dead = new Set<number>()
  const start = async (): Promise<Renderer> => {
    const id = started.length
    started.push(id)
    let documents = 0
    return {
      run: async () => {
        documents += 1
        usedBy.push(id)
        return { kind: 'drawing', drawing }
      },
      documentsLeft: () => documentsPerRenderer - documents,
      worn: async () => dead.has(id) || documents >= documentsPerRenderer,
      stop: () => void stopped.push(id),
    }
  }
  return { started, stopped, usedBy, dead, start }
}

const poolOf = (renderers: ReturnType<typeof recordRenderers>, idleMs = 1000) => {
  const pool = openRendererPool(['little'], defaultLimits, { start: renderers.start, idleMs })
  const drawMany = async (count: number) => {
    for (let n = 0; n < count; n += 1) await pool.draw(new Uint8Array(), 'image/png', { holder: 'one' })
  }
  return { pool, drawMany }
}

describe('a renderer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is replaced by its successor before it is worn, and then stopped', async () => {
    const renderers = recordRenderers()
    const { drawMany } = poolOf(renderers)

    await drawMany(documentsPerRenderer - 1)
    expect([renderers.started, renderers.stopped]).toEqual([[0, 1], []])

    await drawMany(2)
    expect(renderers.usedBy.at(-1)).toBe(1)
    expect([renderers.started, renderers.stopped]).toEqual([[0, 1], [0]])
  })

  test('is replaced by a new renderer if its successor died', async () => {
    const renderers = recordRenderers()
    const { drawMany } = poolOf(renderers)

    await drawMany(documentsPerRenderer)
    renderers.dead.add(1)
    await drawMany(1)

    expect(renderers.usedBy.at(-1)).toBe(2)
  })

  test('is stopped with its successor when idle, and started again for the next document', async () => {
    const renderers = recordRenderers()
    const { drawMany } = poolOf(renderers, 1000)
    await drawMany(documentsPerRenderer - 1)

    await vi.advanceTimersByTimeAsync(999)
    expect(renderers.stopped).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(renderers.stopped).toEqual([0, 1])

    await drawMany(1)
    expect(renderers.usedBy.at(-1)).toBe(2)
  })

  test('is preferred to the spare one, which starts when a second document waits', async () => {
    const shares: Share[] = []
    const { start } = recordRenderers()
    const pool = openRendererPool(['little', 'spare'], defaultLimits, {
      start: (_, share) => {
        shares.push(share)
        return start()
      },
    })
    const draw = () => pool.draw(new Uint8Array(), 'image/png', { holder: 'one' })

    await draw()
    expect(shares).toEqual(['little'])

    await Promise.all([draw(), draw()])
    expect(shares).toEqual(['little', 'spare'])
  })

  test('is interrupted when another one is slow over a document of the same holder, which is postponed', async () => {
    const opened: string[] = []
    const pool = openRendererPool(['little', 'spare'], defaultLimits, {
      start: async (_, share) => {
        const over = Promise.withResolvers<RendererAnswer>()
        return {
          run: async (_task, document) => {
            opened.push(`${document}: ${share}`)
            return `${document}`.startsWith('slow') ? over.promise : { kind: 'drawing', drawing }
          },
          documentsLeft: () => documentsPerRenderer,
          worn: async () => false,
          stop: () => over.resolve({ kind: 'drawing', drawing: { drawn: false, refusal: 'crashed' } }),
        }
      },
    })
    const draw = (name: string, holder: string) =>
      pool.draw(Buffer.from(name), 'image/png', { holder }).catch((error: Error) => error.name)
    const slow = [draw('slow 1', 'one'), draw('slow 2', 'one'), draw('slow 3', 'one'), draw('slow 4', 'one')]
    const other = draw('quick', 'other')

    await vi.advanceTimersByTimeAsync(2_900)
    expect(opened).toEqual(['slow 1: little', 'slow 2: spare'])
    await vi.advanceTimersByTimeAsync(100)

    expect(await other).toEqual(drawing)
    expect(opened.at(-1)).toBe('quick: spare')
    expect(await slow[1]).toBe('Postponed')
    expect(await slow[3]).toBe('Postponed')
    pool.close()
  })

  test('is stopped with its successor when the pool is closed', async () => {
    const renderers = recordRenderers()
    const { pool, drawMany } = poolOf(renderers)
    await drawMany(documentsPerRenderer - 1)

    pool.close()
    await vi.advanceTimersByTimeAsync(0)

    expect(renderers.stopped).toEqual([0, 1])
  })
})
