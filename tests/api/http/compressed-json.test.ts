import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mayCompress } from '#api/http/send.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { startApp } from '#tests/support/app.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startApp())
const ann = prepared(() => newTeam(app))
beforeAll(async () => {
  for (let n = 0; n < 8; n += 1) await ann.call(addClient, { body: { name: `Client ${n} of the north` } })
})

/** The answer with its bytes as they were sent. */
const sent = (method: string, path: string, accepted: string) =>
  new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const headers = { cookie: ann.cookie() ?? '', 'accept-encoding': accepted }
    request(`${app.url}${path}`, { method, headers }, async (answer) => {
      resolve({ headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) })
    })
      .on('error', reject)
      .end()
  })

const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

describe('records of a team', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ])('arrive compressed as their reader can read them: %s', async (accepted, encoding) => {
    const { headers, bytes } = await sent('GET', listClients.path, accepted)

    const json = decoders[encoding]?.(bytes) ?? Buffer.alloc(0)
    expect([headers['content-encoding'], headers['content-length']]).toEqual([encoding, String(bytes.length)])
    expect(headers.vary).toMatch(/accept-encoding/i)
    expect(JSON.parse(json.toString())).toEqual(await ann.ask(listClients))
    expect(bytes.length).toBeLessThan(json.length / 3)
  })

  test('arrive as they are where nobody reads anything else, and where one packet holds them', async () => {
    const plain = await sent('GET', listClients.path, 'identity')
    const short = await sent('GET', `${listClients.path}?limit=1`, 'br')

    for (const { headers, bytes } of [plain, short]) {
      expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, String(bytes.length)])
      expect(headers.vary).toMatch(/accept-encoding/i)
    }
    expect(JSON.parse(plain.bytes.toString())).toHaveLength(8)
  })

  test('have the length of what a GET sends when only their headers are asked for', async () => {
    const whole = await sent('GET', listClients.path, 'br')
    const head = await sent('HEAD', listClients.path, 'br')

    expect(head.bytes).toHaveLength(0)
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  })
})

test('what describes the API, the same for everybody, arrives compressed too', async () => {
  expect((await sent('GET', '/api/openapi.json', 'br')).headers['content-encoding']).toBe('br')
})

describe('secrets', () => {
  /** The names of all fields that an endpoint answers, but for those that only say yes or no. */
  const answered = ({ response }: (typeof declaredEndpoints)[number][1]): string[] =>
    typeof response === 'string'
      ? []
      : [
          ...JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' })).matchAll(
            /"(\w+)":\{(?![^{}]*"type":"boolean")/g,
          ),
        ].map(([, name]) => name ?? '')
  const isSecret = (name: string): boolean => /secret|token|password|otpauth|^code$|_code$/.test(name)

  test('are answered by calls whose answers are never compressed', () => {
    const secret = declaredEndpoints.filter(([, endpoint]) => answered(endpoint).some(isSecret))

    expect(secret.length).toBeGreaterThan(5)
    expect(secret.filter(([, endpoint]) => mayCompress(endpoint)).map(([name]) => name)).toEqual([])
  })

  test('stand in no long answer that is compressed: a user', async () => {
    const { headers } = await sent('GET', '/user/current', 'br')

    expect([headers['content-encoding'], Number(headers['content-length']) > 1024]).toEqual([undefined, true])
  })
})
