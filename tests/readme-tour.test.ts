import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { type Installation, newInstallation, type Product, startProduct } from '#tests/support/product.ts'
import { runProgram } from '#tests/support/run-program.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const tour = /\n## A tour with curl\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? ''
const blocks = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block)

/** Tells of each call on standard error: its status, method and address. */
const telling = `curl() { command curl "$@" --write-out '%{stderr}%{http_code} %{method} %{url_effective}\\n'; }`

/** The calls of the core: what the specification lists in its section 7, by their contracts. */
const core = declaredEndpoints.filter(
  ([, { path }]) =>
    /^\/api\/(clients?|sites?|visits?|files?|documents?|categor(y|ies))(\/|$)/.test(path) &&
    !/\/(history|bulk)$|categories\/search/.test(path),
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

test('every command of the README’s tour works as it is pasted, and together they are all calls of the core', async () => {
  const url = `http://localhost:${place.port}`
  const script = [telling, ...blocks].join('\n').replaceAll('http://localhost:3000', url)
  const running = runProgram('bash', ['-e', '-o', 'pipefail', '-c', script], { PATH: process.env.PATH })

  const { code, stdout, stderr } = await running.finished

  expect([code, stdout, stderr]).toEqual([0, expect.anything(), expect.anything()])
  const calls = stderr.split('\n').flatMap((line) => {
    const [, status, method, path] = /^(\d{3}) ([A-Z]+) http:\/\/[^/]+(\S+)$/.exec(line) ?? []
    return status ? [{ status: Number(status), method, path }] : []
  })
  expect(calls.filter(({ status }) => status >= 300)).toEqual([])
  for (const [name, { method, path, status }] of core) {
    // One thing is also answered by the call that makes it.
    if (method === 'GET' && /^\/api\/(client|site|visit|file|document)\/\{id\}$/.test(path)) continue
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    const made = calls.some((call) => call.method === method && call.status === status && pattern.test(call.path ?? ''))
    expect([name, made]).toEqual([name, true])
  }
})
