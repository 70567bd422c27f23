import { expect, it } from 'vitest'
import { killDrill, victims } from './kill-drill.ts'

it('keeps every acknowledged write, and none twice, whatever is killed under it', async () => {
  const { kills, acknowledged, lost, doubled } = await killDrill(victims.length)

  expect([lost, doubled]).toEqual([[], []])
  expect(kills).toBe(victims.length)
  expect(acknowledged).toBeGreaterThan(50)
})
