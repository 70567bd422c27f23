import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '#schemas/endpoint.ts'
import { pathOf } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { processorSeconds } from '../process-cost.ts'
import { startOn } from './seeded.ts'

// node tests/bench/api/public-calls.ts: processor time of the API for 1 MB of a guest in a field of each public call, and
// for the 15 kB that they may send, beside the yardstick of the same run: as many bytes to a path that does not exist.
const calls = 40
// A letter that NFKC makes eighteen of; a form writes nine bytes for each.
const letter = '\ufdfa'
const sizes = { '1 MB': 1_000_000, '15 kB': 15_000 }

const dataDir = await mkdtemp(join(tmpdir(), 'siteledger-guests-'))
const product = await startOn(dataDir)
const origin = product.url.replace('127.0.0.1', 'localhost')

type Sent = { method: string; path: string; form: boolean; fields: readonly string[] }

const bodyOf = ({ form, fields }: Sent, field: string, bytes: number): string => {
  const text = letter.repeat(bytes / (form ? 9 : 3))
  const all = { ...Object.fromEntries(fields.map((each) => [each, 'x'])), [field]: text }
  return form ? new URLSearchParams(all).toString() : JSON.stringify(all)
}

/** Milliseconds of processor time of the API for one call with so many bytes in a field, and what it answers. */
const costOf = async (sent: Sent, field: string, bytes: number) => {
  const body = bodyOf(sent, field, bytes)
  const type = sent.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const headers = { 'content-type': type, origin }
  const before = processorSeconds(product.pidOf('API') ?? 0)
  const statuses = new Set<number>()
  for (let at = 0; at < calls; at += 1) {
    const answer = await fetch(product.url + sent.path, { method: sent.method, headers, body })
    await answer.arrayBuffer()
    statuses.add(answer.status)
  }
  const spent = processorSeconds(product.pidOf('API') ?? 0) - before
  return { milliseconds: (spent * 1000) / calls, statuses: [...statuses].join(' ') }
}

const sentOf = (endpoint: Endpoint): Sent => {
  const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, 'x'.repeat(40)]))
  const fields = Object.keys(endpoint.body?.shape ?? {})
  return {
    method: endpoint.method,
    path: pathOf(endpoint, { params }),
    form: endpoint.transport?.form !== undefined,
    fields,
  }
}

const nowhere: Sent = { method: 'POST', path: '/api/nowhere', form: false, fields: ['email'] }
const taking = declaredEndpoints.flatMap(([, endpoint]) => {
  const sent = sentOf(endpoint)
  return endpoint.access === 'public' && sent.fields.length > 0 ? [sent] : []
})

for (const [name, bytes] of Object.entries(sizes)) {
  await costOf(nowhere, 'email', bytes)
  const { milliseconds: yardstick } = await costOf(nowhere, 'email', bytes)
  console.log(`${name}: a path that does not exist costs ${yardstick.toFixed(2)} ms of processor time`)
  for (const sent of taking) {
    const field = sent.fields.includes('email') ? 'email' : (sent.fields[0] ?? '')
    const { milliseconds, statuses } = await costOf(sent, field, bytes)
    const ratio = (milliseconds / yardstick).toFixed(1)
    console.log(`  ${milliseconds.toFixed(2)} ms, ${ratio} times, ${statuses}: ${field} of ${sent.method} ${sent.path}`)
  }
}

await product.stop()
await rm(dataDir, { recursive: true })
