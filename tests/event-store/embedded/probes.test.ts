import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startCluster } from '#tests/event-store/cluster/cluster.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { differences } from './differences.ts'
import { startNode } from './node.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/eventstoredb-24.2/${name}`, import.meta.url))

type Answers = Record<string, unknown>
const recorded = JSON.parse(readFileSync(fixture('answers.json'), 'utf8')) as Answers

const isRecord = (value: unknown): value is Answers =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('class' in value)

/** HTTP/2 servers may tell the length of an empty answer. */
const isTold = (name: string): boolean => name !== 'content-length'

/** The places where two answers differ: the names that lead there, with slashes between. */
const placesOf = (ours: unknown, theirs: unknown, path: readonly string[]): string[] => {
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return []
  if (!isRecord(ours) || !isRecord(theirs)) return [path.join(' / ')]
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter(isTold)
  return names.flatMap((name) => placesOf(ours[name], theirs[name], [...path, name]))
}

/** The parts that are asked at once, of a node each; most of a probe is waiting for what should not come. */
const parts = ['^append|^subscribe stream', '^subscribe(?! stream)']

/** Asks an embedded node what a server was asked; the stand-in in front of it takes calls without TLS. */
const ask = async (...which: string[]): Promise<Answers> => {
  const node = await startNode([])
  const front = await startCluster(node.url, 1)
  const asked = [fixture('probes.mjs'), String(front.addresses[0]), ...which]
  const { stdout } = await runProgram(process.execPath, asked, process.env).finished
  await front.close()
  await node.stop()
  return JSON.parse(stdout) as Answers
}

const askAll = async (): Promise<Answers> => {
  const answers = await Promise.all([...parts.map((part) => ask('--only', part)), ask('--not', parts.join('|'))])
  return Object.assign({}, ...answers) as Answers
}

const isAt = (place: string) => (at: string) => place === at || place.startsWith(`${at} / `)
const isListed = (place: string): boolean => differences.some(({ at }) => at.some(isAt(place)))

test('the embedded node answers as a genuine server did, but for what is listed with its reason', async () => {
  const ours = await askAll()
  expect(Object.keys(ours).sort()).toEqual(Object.keys(recorded).sort())
  const listed = differences.filter(({ race }) => !race).flatMap(({ at }) => at)
  const odd = (places: readonly string[]) => ({
    unlisted: places.filter((place) => !isListed(place)),
    unseen: listed.filter((at) => !places.some((place) => isAt(place)(at))),
  })
  // Probes wait a second or two, for an answer or its end: one that a busy machine has kept from it is asked again, alone and
  // with more patience.
  const { unlisted, unseen } = odd(placesOf(ours, recorded, []))
  const isOdd = (name: string) => [...unlisted, ...unseen].some((place) => `${place} / `.startsWith(`${name} / `))
  for (const name of Object.keys(ours).filter(isOdd)) {
    Object.assign(ours, await ask('--patience', '8', '--only', `^${name.replace(/\W/g, '.')}$`))
  }

  expect(odd(placesOf(ours, recorded, []))).toEqual({ unlisted: [], unseen: [] })
})
