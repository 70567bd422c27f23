import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openKeyBucket } from '#api/adapters/key-bucket.ts'
import { KeyDestroyed, type KeyStore } from '#api/adapters/key-store.ts'
import { memoryBucket } from '#tests/support/memory-bucket.ts'

const masterKey = randomBytes(32)

type Made = Awaited<ReturnType<KeyStore['forSealing']>>

/** Lets some people work on one bucket in the order that `choices` gives; returns how many could go on at each step. */
const runInOrder = async (choices: readonly number[]) => {
  const objects = new Map<string, Uint8Array>()
  const pending: (() => void)[] = []
  const person = () =>
    openKeyBucket(memoryBucket(objects, () => new Promise<void>((go) => pending.push(go))).bucket, masterKey)
  const made: Made[] = []
  const others: string[] = []
  const make = async () => {
    try {
      made.push(await person().forSealing('ann', true))
    } catch (error) {
      if (!(error instanceof KeyDestroyed)) throw error
    }
  }
  const erase = async () => {
    await person().destroy('ann')
    others.push(...objects.keys())
  }
  let left = 3
  const working = [make(), make(), erase()].map((work) => work.finally(() => (left -= 1)))
  const widths: number[] = []
  while (left > 0) {
    await new Promise(setImmediate)
    if (pending.length === 0) continue
    widths.push(pending.length)
    pending.splice(choices[widths.length - 1] ?? 0, 1)[0]?.()
  }
  await Promise.all(working)
  return { widths, made, others, remaining: [...objects.keys()] }
}

test('two who make a key and one who destroys, in every order of their calls: no key that was given stays', async () => {
  let choices: number[] = []
  let orders = 0
  const outcomes = new Set<number>()
  for (;;) {
    const { widths, made, others, remaining } = await runInOrder(choices)
    orders += 1
    outcomes.add(made.length)
    const given = made.map((key) => `ann/${key?.kid}`)
    expect(remaining).toEqual(['ann/destroyed'])
    // When the erasure ended, what may still have been there is of somebody who was refused.
    expect(others.filter((key) => given.includes(key))).toEqual([])
    const full = widths.map((_width, step) => choices[step] ?? 0)
    const last = full.findLastIndex((choice, step) => choice + 1 < (widths[step] ?? 0))
    if (last < 0) break
    choices = [...full.slice(0, last), (full[last] ?? 0) + 1]
  }

  expect(orders).toBeGreaterThan(500)
  expect([...outcomes].toSorted()).toEqual([0, 1, 2])
})
