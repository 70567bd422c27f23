import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { type Installation, newInstallation, type Product, startProduct } from '#tests/support/product.ts'
import { runProgram } from '#tests/support/run-program.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

/** The commands of a section, by their blocks. */
const blocksOf = (heading: string): string[] => {
  const section = new RegExp(`\\n## ${heading}\\n([\\s\\S]*?)\\n## `).exec(readme)?.[1] ?? ''
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
}
const blocks = blocksOf('A tour with curl')

/** Tells of each call on standard error: its status, method and address. */
const telling = `curl() { command curl "$@" --write-out '%{stderr}%{http_code} %{method} %{url_effective}\\n'; }`

/** The calls of the core: what the specification lists in its section 7, by their contracts. */
const core = declaredEndpoints.filter(
  ([, { path }]) =>
    /^\/api\/(clients?|sites?|visits?|files?|documents?|categor(y|ies))(\/|$)/.test(path) &&
    !/\/(history|bulk|deletion)$|categories\/search/.test(path),
)

let place: Installation
let product: Product
beforeAll(async () => {
  place = await newInstallation()
  product = await startProduct(place)
}, 120_000)
afterAll(async () => {
  await product.stop()
  await place.remove()
})

/** Pastes commands; answers how they ended, and the calls that they made. */
const paste = async (...commands: readonly string[]) => {
  const script = [telling, ...commands]
    .join('\n')
    .replaceAll('http://localhost:3000', `http://localhost:${place.port}`)
    .replaceAll('.data/', `${place.dataDir}/`)
  const running = runProgram('bash', ['-e', '-o', 'pipefail', '-c', script], { PATH: process.env.PATH })
  const { code, stdout, stderr } = await running.finished
  const calls = stderr.split('\n').flatMap((line) => {
    const [, status, method, path] = /^(\d{3}) ([A-Z]+) http:\/\/[^/]+(\S+)$/.exec(line) ?? []
    return status ? [{ status: Number(status), method, path }] : []
  })
  return { code, stdout, stderr, calls }
}

test('every command of the README’s tour works as it is pasted, and together they are all calls of the core', async () => {
  const { code, stdout, stderr, calls } = await paste(...blocks)

  expect([code, stdout, stderr]).toEqual([0, expect.anything(), expect.anything()])
  expect(calls.filter(({ status }) => status >= 300)).toEqual([])
  for (const [name, { method, path, status }] of core) {
    // One thing is also answered by the call that makes it.
    if (method === 'GET' && /^\/api\/(client|site|visit|file|document)\/\{id\}$/.test(path)) continue
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    const made = calls.some((call) => call.method === method && call.status === status && pattern.test(call.path ?? ''))
    expect([name, made]).toEqual([name, true])
  }
})

test('billing is seen as the README pastes it: a trial, two payments, a declined card and the end', async () => {
  const [first = ''] = blocks

  const { code, stdout, stderr, calls } = await paste(first, ...blocksOf('See billing in five minutes'))

  expect([code, stdout, stderr]).toEqual([0, expect.anything(), expect.anything()])
  expect(stdout).toMatch(/"total":22\.8|"total":19/)
  expect(calls.filter(({ status }) => status >= 300)).toMatchObject([{ status: 422, method: 'PUT' }])
  expect(calls.at(-1)).toMatchObject({ status: 204, method: 'DELETE' })
})
