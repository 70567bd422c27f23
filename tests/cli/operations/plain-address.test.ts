import { expect, test, vi } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { checkConfiguration } from '#cli/operations/doctor/main.ts'
import { printReady } from '#cli/operations/supervise.ts'

const printedFor = (env: ReturnType<typeof readEnv>): string => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    printReady(env)
    return write.mock.calls.map(([text]) => text).join('')
  } finally {
    write.mockRestore()
  }
}

const warning = 'APP_URL is http: passwords travel readable.'

test.each([
  ['http://sites.example.com', true],
  ['http://192.168.1.5:3000', true],
  ['https://sites.example.com', false],
  ['http://localhost:3000', false],
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
])('at %s a password that travels readable is said at the start and by doctor: %s', (APP_URL, expected) => {
  const env = readEnv({ APP_URL })

  expect(printedFor(env).includes(warning)).toBe(expected)
  expect(checkConfiguration(env).some(({ state, words }) => state === 'odd' && words.includes(warning))).toBe(expected)
})
